package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A backoff of one's own, stored with a job and read back. */
public final class CustomBackoffExample {
  private static final JobType<String> FLAKY = JobType.of("flaky", String.class);

  private CustomBackoffExample() {}

  /** Quick at first, because most faults are short; then a pause. */
  record Twice(Duration quick, Duration pause) implements Backoff {
    @Override
    public String strategy() {
      return "twice";
    }

    @Override
    public Duration delay(int retry) {
      return retry <= 2 ? quick : pause;
    }
  }

  public static void main(String[] args) throws Exception {
    // snippet:own-backoff
    RetryPolicyJson json =
        RetryPolicyJson.standard()
            .withStrategy(
                "twice",
                Twice.class,
                keys -> new Twice(duration(keys.get("quick")), duration(keys.get("pause"))),
                twice ->
                    Map.of(
                        "quick", DurationText.format(twice.quick()),
                        "pause", DurationText.format(twice.pause())));
    // end
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .policyJson(json)
                .listener(ended)
                .handler(
                    FLAKY,
                    (payload, context) -> {
                      if (context.attempt() <= 3) {
                        throw new IllegalStateException("not yet");
                      }
                      return Outcome.DONE;
                    })
                .build()
                .start()) {
      RetryPolicy policy = RetryPolicy.of(new Twice(ofMillis(50), ofMillis(400)));
      JobId id = forge.enqueue(FLAKY.with("x").retryPolicy(policy)).id();
      ended.await();
      forge.history(id).forEach(attempt -> System.out.println(attempt.explanation()));
    }
  }

  private static Duration duration(@Nullable Object text) {
    return DurationText.parse(String.valueOf(text));
  }
}
