package io.taskforge.docs;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.queue.Queue;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.JobStore;
import java.util.Optional;

/** The Java code of the guides on configuration and operations. */
final class ConfigurationSnippets {
  private ConfigurationSnippets() {}

  record Mail(String to) {}

  private static final JobType<Mail> SEND_MAIL = JobType.of("send-mail", Mail.class);

  static TaskForge configuration(JobStore store, JobHandler<Mail> mailer) {
    // snippet:configuration
    TaskForge forge =
        TaskForge.builder()
            .store(store)
            .name("mailer")
            .concurrency(50)
            .queue("mail", queue -> queue.concurrency(30).weight(3).deadLetterQueue("mail-dead"))
            .queue("reports", queue -> queue.concurrency(2).retryPolicy(RetryPolicies.PATIENT))
            .handler(SEND_MAIL, mailer, options -> options.timeout(ofMinutes(1)))
            .shutdownGrace(ofSeconds(20))
            .build();
    // end
    return forge;
  }

  static TaskForge fullJitter(JobStore store, JobHandler<Mail> mailer) {
    // snippet:fullJitter
    TaskForge forge =
        TaskForge.builder()
            .store(store)
            .handler(SEND_MAIL, mailer)
            .retryPolicy(
                RetryPolicy.exponential(ofMillis(500)) // RetryBackoffBaseMS
                    .cappedAt(ofSeconds(30)) // RetryBackoffMaxMS
                    .jitter(Jitter.full())
                    .maxRetries(3)) // MaxRetries
            .build();
    // end
    return forge;
  }

  static JobId enqueued(TaskForge forge) {
    return forge.enqueue(SEND_MAIL.with(new Mail("a@example.org"))).id();
  }

  static TaskForgeBuilder retention(TaskForgeBuilder builder) {
    // snippet:retention
    builder.retention(Retention.DEFAULT.succeeded(ofDays(2)).failed(ofDays(90)).dead(ofDays(90)));
    // end
    return builder;
  }

  static JobId namedPolicy(TaskForge forge, Mail mail) {
    // snippet:namedPolicy
    forge
        .policies()
        .put(new PolicyName("mail"), RetryPolicy.exponential(ofSeconds(2)).maxRetries(8));
    JobId id = forge.enqueue(SEND_MAIL.with(mail).retryPolicy("mail")).id();
    // end
    return id;
  }

  static JobId overrides(TaskForge forge, Mail mail) {
    // snippet:overrides
    JobId id =
        forge
            .enqueue(
                SEND_MAIL
                    .with(mail)
                    .maxRetries(5)
                    .retryDelay(ofSeconds(30))
                    .useExponentialBackoff(true))
            .id();
    // end
    return id;
  }

  static Optional<Queue> limits(TaskForge forge, JobStore store) {
    // snippet:limits
    Queue mail = store.queue(new QueueName("mail")).orElseThrow();
    Optional<Queue> changed =
        forge.replaceQueue(
            mail.name(),
            mail.version(),
            mail.settings().limitedTo(10, new StartRate(100, ofSeconds(1))));
    // end
    return changed;
  }
}
