import io.taskforge.client.ApiClient;
import io.taskforge.client.ApiException;
import io.taskforge.client.api.JobsApi;
import io.taskforge.client.api.QueuesApi;
import io.taskforge.client.api.WorkersApi;
import io.taskforge.client.model.Attempt;
import io.taskforge.client.model.Backoff;
import io.taskforge.client.model.ClaimedJob;
import io.taskforge.client.model.Job;
import io.taskforge.client.model.JobCompletion;
import io.taskforge.client.model.NewClaim;
import io.taskforge.client.model.NewJob;
import io.taskforge.client.model.NewQueue;
import io.taskforge.client.model.RetryPolicy;
import io.taskforge.client.model.RetryPolicyOrName;
import java.util.List;
import java.util.Map;

/** Enqueues a job with the generated Java client, works on it, and reads it back. */
public final class RoundTrip {
  public static void main(String[] args) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    RetryPolicy policy =
        new RetryPolicy()
            .maxRetries(2)
            .backoff(new Backoff().strategy(Backoff.StrategyEnum.FIXED).delay("30s"));
    new QueuesApi(client)
        .putQueue("java", null, null, new NewQueue().retryPolicy(new RetryPolicyOrName(policy)));

    JobsApi jobs = new JobsApi(client);
    NewJob wanted =
        new NewJob()
            .type("java-round-trip")
            .queue("java")
            .payload(Map.of("n", 1))
            .retryPolicy(new RetryPolicyOrName("patient"));
    Job enqueued = jobs.enqueueJob(wanted, "java-1", null);
    check(enqueued.getState() == Job.StateEnum.QUEUED, enqueued);
    check(enqueued.getFinishedAt() == null && enqueued.getLease() == null, enqueued);
    check(jobs.enqueueJob(wanted, "java-1", null).getId().equals(enqueued.getId()), enqueued);

    WorkersApi workers = new WorkersApi(client);
    NewClaim claim =
        new NewClaim().worker("java").types(List.of("java-round-trip")).queues(List.of("java"));
    ClaimedJob claimed = workers.claimJobs(claim).getItems().get(0);
    check(jobs.getJob(claimed.getId(), null).getJob().getLease().getWorker().equals("java"), claimed);
    workers.completeLease(claimed.getToken(), new JobCompletion().result(List.of("done")));

    Job done = jobs.getJob(enqueued.getId(), null).getJob();
    check(done.getState() == Job.StateEnum.SUCCEEDED, done);
    check(done.getResult().equals(List.of("done")), done);
    Attempt attempt = jobs.getJobHistory(done.getId(), null, null, null, null).getItems().get(0);
    check(attempt.getStatus() == Attempt.StatusEnum.SUCCEEDED, attempt);
    check(attempt.getFailureKind() == null, attempt);
  }

  private static void check(boolean expected, Object found) {
    if (!expected) {
      throw new AssertionError(found);
    }
  }
}
