import json
import os
import subprocess
import sys
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


def of_a_window(**environ):
    """Threads of BLAS in a fresh process, before and after a processor was left, and of libraries to come."""
    text = (
        "import json, numpy, os\n"
        "from threadpoolctl import threadpool_info\n"
        "from embviz.core.threads import leave_a_processor\n"
        "def told(): return [p['num_threads'] for p in threadpool_info() if p['user_api'] == 'blas']\n"
        "before = told(); leave_a_processor()\n"
        "print(json.dumps([before, told(), int(os.environ['OPENBLAS_NUM_THREADS'])]))"
    )
    kept = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=kept | environ)
    return json.loads(done.stdout)


def test_a_window_leaves_a_processor_to_its_own_thread():
    fewer = max(1, (os.cpu_count() or 1) - 1)
    before, after, of_others = of_a_window()
    assert after == [min(number, fewer) for number in before]
    assert of_others == fewer


def test_what_the_user_chose_stays():
    before, after, of_others = of_a_window(OPENBLAS_NUM_THREADS="2")
    assert after == before
    assert of_others == 2
