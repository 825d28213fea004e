"""Enqueues a job with the generated Python client, works on it, and reads it back."""

import sys

import taskforge_client as taskforge


def check(expected, found):
    if not expected:
        raise AssertionError(found)


def round_trip(base):
    client = taskforge.ApiClient(taskforge.Configuration(host=base))
    jobs = taskforge.JobsApi(client)
    wanted = taskforge.NewJob(
        type="python-round-trip",
        queue="python",
        payload={"n": 1},
        retry_policy=taskforge.RetryPolicyOrName("patient"),
    )
    enqueued = jobs.enqueue_job(wanted, idempotency_key="python-1")
    check(enqueued.state == "QUEUED", enqueued)
    check(enqueued.finished_at is None and enqueued.lease is None, enqueued)

    workers = taskforge.WorkersApi(client)
    claimed = workers.claim_jobs(
        taskforge.NewClaim(worker="python", types=["python-round-trip"], queues=["python"])
    )
    token = claimed.items[0].token
    check(jobs.get_job(enqueued.id).actual_instance.lease.worker == "python", claimed)
    workers.complete_lease(token, taskforge.JobCompletion(result=["done"]))

    done = jobs.get_job(enqueued.id).actual_instance
    check(done.state == "SUCCEEDED" and done.result == ["done"], done)
    check(jobs.get_job_history(done.id).items[0].failure_kind is None, done)


round_trip(sys.argv[1])
