#!/usr/bin/env python3
"""A TaskForge worker in Python that uses only the standard library.

    python3 worker.py http://127.0.0.1:8080

If the server has API keys, set TASKFORGE_API_KEY to one with scope write.

Put your own functions into HANDLERS: each takes a job's payload and returns its result. Raise Failed
to describe a failure; any other exception is a failure named after its class.
"""

import http.client
import json
import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

VERSION = "1.0"  # of your program, shown in the list of workers
LEASE_SECONDS = 30
POLL_SECONDS = 0.5
# Jobs of one claim run one after the other, and their results are reported together. Other workers
# get none of them meanwhile: claim one at a time if your jobs take long.
BATCH = 10
REPORT_SECONDS = 1
CALL_SECONDS = 10
RETRY_SECONDS = 1
MAX_RETRY_SECONDS = 30


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


class Rejected(Exception):
    """The server rejects the request. Repeating it does not help."""


class Unavailable(Exception):
    """No usable answer: the connection failed, or the status is 429, 5xx, 401 or 403. Repeat the call later."""

    def __init__(self, message, seconds=RETRY_SECONDS):
        super().__init__(message)
        self.seconds = seconds


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
        self.key = os.environ.get("TASKFORGE_API_KEY")
        self.name = f"python-{socket.gethostname()}-{os.getpid()}"
        self.stopping = False
        self.breakable = False
        self.token = ""  # of the running job

    def call(self, path, body):
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = "Bearer " + self.key
        request = urllib.request.Request(
            self.server + "/api/v1" + path, data=json.dumps(body).encode(), headers=headers
        )
        try:
            with urllib.request.urlopen(request, timeout=CALL_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise self.failure(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unavailable(str(error)) from None

    def failure(self, error):
        try:
            detail = json.load(error)["detail"]
        except Exception:  # not an answer of the server, but of a proxy
            detail = f"status {error.code}"
        if error.code == 409:
            return LeaseLost(detail)
        if error.code in (401, 403, 408, 429) or error.code >= 500:
            wait = error.headers.get("Retry-After", "")
            seconds = int(wait) if wait.isdecimal() else RETRY_SECONDS
            return Unavailable(detail, min(max(seconds, RETRY_SECONDS), MAX_RETRY_SECONDS))
        return Rejected(detail)

    def run(self):
        print("waiting for jobs of type", ", ".join(self.handlers), "from", self.server, flush=True)
        while not self.stopping:
            try:
                claimed = self.call(
                    "/claims",
                    {
                        "worker": self.name,
                        "version": VERSION,
                        "types": list(self.handlers),
                        "limit": BATCH,
                        "lease": f"{LEASE_SECONDS}s",
                    },
                )
            except Unavailable as error:
                self.wait("claim", error)
                continue
            if claimed["items"]:
                self.work(claimed["items"])
            else:
                self.pause(POLL_SECONDS)

    def wait(self, call, error):
        print(f"{call} failed, will retry: {error}", flush=True)
        self.pause(error.seconds)

    def pause(self, seconds):
        """Sleeps in short steps, so that a stop need not wait."""
        end = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < end:
            time.sleep(0.05)

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
            result = self.handle(job)
            json.dumps(result)  # a result that is not JSON is a failure of the handler
            return {"result": result}
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
        """Repeats the call until the server answers it; meanwhile the heartbeat keeps the lease."""
        while results:
            try:
                for settled in self.call("/leases/results", {"results": results})["items"]:
                    # Without a state, the lease was lost, or an earlier call stored the result
                    # and its answer did not arrive.
                    print(settled["id"], settled["state"] or settled["outcome"], settled["explanation"], flush=True)
                return
            except Unavailable as error:
                if self.stopping:
                    print("report failed:", error, flush=True)
                    return  # the jobs run again when their lease has expired
                self.wait("report", error)
            except Rejected as error:
                if len(results) == 1:
                    print("result rejected:", error, flush=True)
                    return
                for result in results:  # one invalid result must not take the others with it
                    self.report([result])
                return

    def release(self, job):
        try:
            settled = self.call("/leases/" + job["token"] + "/release", {})
            print(job["id"], settled["state"], settled["explanation"], flush=True)
        except LeaseLost as lost:
            print(job["id"], "LEASE_LOST", lost, flush=True)
        except (Unavailable, Rejected) as error:
            print("release failed:", error, flush=True)  # the lease expires instead

    def keep(self, done):
        """Heartbeat: extends the lease of the claim while its jobs run."""
        while not done.wait(LEASE_SECONDS / 3):
            try:
                self.call("/leases/" + self.token + "/extend", {"lease": f"{LEASE_SECONDS}s"})
            except LeaseLost:
                pass  # of this job; the report will say so
            except Exception as error:  # the heartbeat must not end: try again, there is time
                print("extend failed, will retry:", error, flush=True)

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
