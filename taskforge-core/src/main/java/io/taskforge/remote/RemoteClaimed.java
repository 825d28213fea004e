package io.taskforge.remote;

import io.taskforge.job.WorkerMode;
import java.util.List;

/**
 * The answer to a {@link RemoteClaim}.
 *
 * @param jobs the jobs that are leased to the worker; empty if none is due or the worker is not
 *     active
 * @param mode what an operator has asked the worker to do
 */
public record RemoteClaimed(List<RemoteJob> jobs, WorkerMode mode) {
  /** Keeps a copy of the jobs. */
  public RemoteClaimed {
    jobs = List.copyOf(jobs);
  }
}
