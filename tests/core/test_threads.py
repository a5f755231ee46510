import os
import threading

import numpy as np  # noqa: F401 - loads the BLAS that is limited
from threadpoolctl import threadpool_info

from embviz.core.threads import patient_openmp, single_blas_thread


def blas_threads():
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_blas_has_one_thread_inside_and_as_many_as_before_outside():
    before = blas_threads()
    with single_blas_thread():
        assert blas_threads() == {1}
        with single_blas_thread():
            assert blas_threads() == {1}
        assert blas_threads() == {1}
    assert blas_threads() == before


def test_two_jobs_that_overlap_leave_blas_as_it_was():
    before = blas_threads()
    first_inside, second_inside = threading.Event(), threading.Event()

    def first():
        with single_blas_thread():
            first_inside.set()
            second_inside.wait(10)

    job = threading.Thread(target=first)
    job.start()
    first_inside.wait(10)
    with single_blas_thread():
        second_inside.set()
        job.join()
        # The first has left; the second still needs its one thread.
        assert blas_threads() == {1}
    assert blas_threads() == before


def test_what_fails_inside_leaves_blas_as_it_was():
    before = blas_threads()
    try:
        with single_blas_thread():
            raise KeyError
    except KeyError:
        pass
    assert blas_threads() == before


def test_openmp_is_told_to_sleep_and_the_environment_left_as_it_was(monkeypatch):
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    with patient_openmp():
        assert os.environ["OMP_WAIT_POLICY"] == "passive"
    assert "OMP_WAIT_POLICY" not in os.environ


def test_the_users_own_choice_for_openmp_stands(monkeypatch):
    monkeypatch.setenv("OMP_WAIT_POLICY", "active")
    with patient_openmp():
        assert os.environ["OMP_WAIT_POLICY"] == "active"
    assert os.environ["OMP_WAIT_POLICY"] == "active"
