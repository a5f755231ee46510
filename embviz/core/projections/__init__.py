"""Ways to draw many-dimensional vectors on a plane, in the order in which they are offered."""

from embviz.core.projections.axes import Axes
from embviz.core.projections.base import Projection
from embviz.core.projections.pca import PCA
from embviz.core.projections.tsne import TSNE

PROJECTIONS: dict[str, Projection] = {projection.name: projection for projection in (PCA(), TSNE(), Axes())}
