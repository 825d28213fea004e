#!/usr/bin/env python3
"""A TaskForge worker in Python that uses only the standard library.

    python3 worker.py http://127.0.0.1:8080

Put your own functions into HANDLERS: each takes a job's payload and returns its result. Raise Failed
to describe a failure; any other exception is a failure named after its class.
"""

import json
import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

LEASE_SECONDS = 30
POLL_SECONDS = 0.5
# Jobs of one claim run one after the other, and their results are reported together. Other workers
# get none of them meanwhile: claim one at a time if your jobs take long.
BATCH = 10
REPORT_SECONDS = 1


class Failed(Exception):
    """A failure with its type, an optional retry delay, and whether it is permanent."""

    def __init__(self, error_type, message, retry_after=None, permanent=False):
        super().__init__(message)
        self.report = {"errorType": error_type, "message": message}
        if permanent:
            self.report["kind"] = "PERMANENT"
        if retry_after is not None:
            self.report["retryAfter"] = retry_after


class LeaseLost(Exception):
    """The lease is lost: another worker has the job, and this result must be discarded."""


class Stopped(BaseException):
    """Interrupts a handler. A BaseException, so that "except Exception" does not catch it."""


def greet(payload, attempt):
    return {"greeting": "hello " + payload["name"]}


def flaky(payload, attempt):
    if attempt == 1:
        raise Failed("connection-error", "nobody answered", retry_after="1s")
    return {"attempts": attempt}


def nap(payload, attempt):
    time.sleep(payload["seconds"])  # may exceed the lease, which is extended meanwhile


HANDLERS = {"greet": greet, "flaky": flaky, "nap": nap}


class Worker:
    def __init__(self, server, handlers):
        self.server = server
        self.handlers = handlers
        self.name = f"python-{socket.gethostname()}-{os.getpid()}"
        self.stopping = False
        self.breakable = False
        self.token = ""  # of the running job

    def call(self, path, body):
        request = urllib.request.Request(
            self.server + "/api/v1" + path,
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if error.code == 409:
                raise LeaseLost(problem["detail"]) from None
            raise RuntimeError(problem["detail"]) from None

    def run(self):
        print("waiting for jobs of type", ", ".join(self.handlers), "from", self.server, flush=True)
        while not self.stopping:
            try:
                claimed = self.call(
                    "/claims",
                    {
                        "worker": self.name,
                        "types": list(self.handlers),
                        "limit": BATCH,
                        "lease": f"{LEASE_SECONDS}s",
                    },
                )
            except OSError as error:  # the server is unavailable; try again
                print("waiting:", error, flush=True)
                claimed = {"items": []}
            if claimed["items"]:
                self.work(claimed["items"])
            else:
                time.sleep(POLL_SECONDS)

    def work(self, jobs):
        """Runs the jobs of one claim, which share a lease."""
        self.token = jobs[0]["token"]
        done = threading.Event()
        threading.Thread(target=self.keep, args=(done,), daemon=True).start()
        results, since = [], time.monotonic()
        try:
            for job in jobs:
                self.token = job["token"]
                result = None if self.stopping else self.attempt(job)
                if result is None:
                    self.release(job)
                else:
                    results.append({"token": job["token"], **result})
                if time.monotonic() - since > REPORT_SECONDS:
                    self.report(results)
                    results, since = [], time.monotonic()
            self.report(results)
        finally:
            done.set()

    def attempt(self, job):
        """Returns the result to report; None if the worker was stopped."""
        print(job["id"], "RUNNING", "attempt", job["attempt"], flush=True)
        try:
            return {"result": self.handle(job)}
        except Stopped:
            return None
        except Failed as failure:
            return {"failure": failure.report}
        except Exception as error:
            return {"failure": {"errorType": type(error).__name__, "message": str(error)}}

    def handle(self, job):
        self.breakable = True
        try:
            if self.stopping:  # the signal arrived just before
                raise Stopped
            return self.handlers[job["type"]](job["payload"], job["attempt"])
        finally:
            self.breakable = False

    def report(self, results):
        if results:
            for settled in self.call("/leases/results", {"results": results})["items"]:
                # Without a state, the lease was lost, and the result was not stored.
                print(settled["id"], settled["state"] or settled["outcome"], settled["explanation"], flush=True)

    def release(self, job):
        try:
            settled = self.call("/leases/" + job["token"] + "/release", {})
            print(job["id"], settled["state"], settled["explanation"], flush=True)
        except LeaseLost as lost:
            print(job["id"], "LEASE_LOST", lost, flush=True)

    def keep(self, done):
        """Heartbeat: extends the lease of the claim while its jobs run."""
        while not done.wait(LEASE_SECONDS / 3):
            try:
                self.call("/leases/" + self.token + "/extend", {"lease": f"{LEASE_SECONDS}s"})
            except LeaseLost:
                pass  # of this job; the report will say so
            except OSError as error:
                print("extend:", error, flush=True)

    def stop(self, *_):
        """Graceful shutdown on SIGTERM: stops claiming, interrupts the running job and releases it."""
        self.stopping = True
        if self.breakable:
            raise Stopped


def main():
    worker = Worker(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080", HANDLERS)
    signal.signal(signal.SIGTERM, worker.stop)
    signal.signal(signal.SIGINT, worker.stop)
    worker.run()


if __name__ == "__main__":
    main()
