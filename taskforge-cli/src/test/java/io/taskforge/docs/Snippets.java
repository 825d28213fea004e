package io.taskforge.docs;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.job.JobId;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The Java code of the documents, which contain each snippet unchanged. */
final class Snippets {
  final List<String> said = new ArrayList<>();

  void readme(Exception exception, RandomGenerator random) {
    // snippet:readme
    RetryPolicy policy =
        RetryPolicy.exponential(ofSeconds(2))
            .multipliedBy(2)
            .cappedAt(ofMinutes(10))
            .jitter(Jitter.full())
            .maxRetries(7)
            .retryOn(Errors.TIMEOUT)
            .never(IllegalArgumentException.class)
            .within(ofHours(24));

    Failure failure = FailureClassifier.standard().classify(exception);
    RetryDecision decision = policy.decide(failure, RetryContext.afterFailures(3), random);

    if (decision instanceof RetryDecision.Retry retry) {
      runAgainAfter(retry.delay());
    } else {
      giveUp(decision);
    }
    log(decision.explain());
    // end
  }

  record Mail(String to, String subject) {}

  private static final JobType<Mail> SEND_MAIL = JobType.of("send-mail", Mail.class);

  static JobId later(TaskForge forge) {
    // snippet:later
    JobId id =
        forge
            .enqueue(
                SEND_MAIL
                    .with(new Mail("ann@example.org", "Tomorrow"))
                    .delay(Duration.ofHours(20))
                    .idempotencyKey("reminder-17"))
            .id();
    // end
    return id;
  }

  static RetryPolicy mail() {
    // snippet:mail
    RetryPolicy mail =
        RetryPolicy.exponential(ofSeconds(2))
            .cappedAt(ofMinutes(10))
            .jitter(Jitter.full())
            .maxRetries(7)
            .retryOn(Errors.TIMEOUT, Errors.CONNECTION_ERROR)
            .retryOnStatus(429, 503)
            .never(Errors.VALIDATION)
            .within(ofHours(24));
    // end
    return mail;
  }

  static RetryRecommendation advice(RetryPolicy mail, Failure failure) {
    // snippet:recommend
    RetryRecommendation advice = mail.recommend(failure, RetryContext.afterFailures(2));

    advice.shouldRetry(); // true
    advice.nextAttempt(); // 3
    advice.delay(); // from 0 to 4 seconds
    // end
    return advice;
  }

  // snippet:strategy
  record Nightly(Duration pause) implements Backoff {
    @Override
    public String strategy() {
      return "nightly";
    }

    @Override
    public Duration delay(int retry) {
      return retry == 1 ? Duration.ofMinutes(5) : pause;
    }
  }

  // end

  static RetryPolicyJson nightlyJson() {
    // snippet:strategy-json
    RetryPolicyJson json =
        RetryPolicyJson.standard()
            .withStrategy(
                "nightly",
                Nightly.class,
                keys -> new Nightly(DurationText.parse(String.valueOf(keys.get("pause")))),
                nightly -> Map.of("pause", DurationText.format(nightly.pause())));
    // end
    return json;
  }

  private void runAgainAfter(Duration delay) {
    said.add("again in " + DurationText.forPeople(delay));
  }

  private void giveUp(RetryDecision decision) {
    said.add("gave up: " + decision.getClass().getSimpleName());
  }

  private void log(String line) {
    said.add(line);
  }
}
