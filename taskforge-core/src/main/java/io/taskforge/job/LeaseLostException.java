package io.taskforge.job;

/** The lease has expired: this worker can no longer change the job. */
public final class LeaseLostException extends TaskForgeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception for a job whose lease this worker has lost. */
  public LeaseLostException(JobId jobId) {
    super("the lease of job " + jobId + " is lost: roll back, another worker may run it", null);
  }
}
