package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Enqueued;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.Payload;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Shape;
import io.taskforge.server.httpjob.HttpJobHandler;
import io.taskforge.server.webhook.WebhookDelivery;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a job again as a new job, with another payload if one is given. The copy's idempotency key
 * names the original.
 */
record JobCopyRoutes(TaskForge forge, NewJobBody reader, QuotaChecks quotas, EventFeed feed) {
  private static final String PREFIX = "copy-of/";
  private static final int MAX_ONCE = 64;
  private static final Field<Duration> DELAY = NewJobBody.DELAY;
  private static final Field<String> ONCE =
      Field.text(
              "once",
              "distinguishes this copy from others; a repeated request has no effect",
              JobCopyRoutes::once)
          .asRequired();
  private static final Shape SHAPE =
      Shape.of("JobCopy", NewJobBody.PAYLOAD, NewJobBody.QUEUE, DELAY, ONCE)
          .example("{\"payload\": {\"to\": \"ann@example.com\"}, \"once\": \"a7\"}");

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs/{id}/copy", "copyJob")
            .summary(
                "Enqueues a new job like this one, with another payload if given; its copyOf names"
                    + " this job")
            .audited("job.copy")
            .at(Fields.JOB_ID)
            .takes(SHAPE)
            .answers(201, JobJson.SCHEMA)
            .answers(200, JobJson.SCHEMA)
            .problems(409, 429)
            .by(this::copy));
  }

  /** Returns the job that a job with this key is a copy of, or null. */
  static @Nullable String original(@Nullable IdempotencyKey key) {
    if (key == null || !key.value().startsWith(PREFIX)) {
      return null;
    }
    String[] parts = key.value().split("/", 3);
    try {
      return parts.length == 3 ? JobId.parse(parts[1]).toString() : null;
    } catch (IllegalArgumentException e) {
      return null; // a caller's own key
    }
  }

  /** It becomes the end of an idempotency key. */
  private static String once(String text) {
    String key = new IdempotencyKey(text).value();
    if (key.length() > MAX_ONCE) {
      throw new IllegalArgumentException(
          "must have at most %d characters but has %d".formatted(MAX_ONCE, key.length()));
    }
    return key;
  }

  private Reply copy(Request request) {
    Job job = JobRoutes.job(forge, request.caller(), request.path(Fields.JOB_ID));
    if (WebhookDelivery.TYPE.equals(job.type())) {
      throw Problem.conflict("webhook deliveries are retried, not copied", job.state().name());
    }
    Enqueued enqueued =
        quotas
            .enqueue(
                request.caller(),
                List.of(like(job, request)),
                () -> forge.enqueueAll(List.of(like(job, request))))
            .get(0);
    request.audit().of(job.tenant()).fact("copy", enqueued.id());
    Job stored = enqueued.job();
    Job shown = stored == null ? JobRoutes.job(forge, request.caller(), enqueued.id()) : stored;
    if (stored != null) {
      feed.enqueued(List.of(EnqueuedEvent.of(stored)));
    }
    return Reply.json(stored == null ? 200 : 201, JobJson.of(shown))
        .header("Location", "/api/v1/jobs/" + enqueued.id());
  }

  private JobRequest like(Job job, Request request) {
    String queue =
        request.body().has(NewJobBody.QUEUE)
            ? request.body().required(NewJobBody.QUEUE).value()
            : source(job);
    JobRequest copy =
        JobRequest.of(job.type().value(), payload(job, request))
            .queue(queue)
            .tenant(job.tenant().value())
            .priority(job.priority())
            .guarantee(job.guarantee())
            .key(job.laneKey())
            .tags(job.tags().toArray(String[]::new))
            .delay(request.body().get(DELAY, Duration.ZERO))
            .idempotencyKey(PREFIX + job.id() + "/" + request.body().required(ONCE));
    String policy = job.retryPolicy();
    copy =
        policy == null ? copy : copy.retryPolicy(RetryPolicyJson.standard().readJobChoice(policy));
    Duration timeout = job.timeout();
    return timeout == null ? copy : copy.timeout(timeout);
  }

  /** Returns the queue in which it ran: a dead letter is in another one. */
  private static String source(Job job) {
    DeadLetter letter = job.deadLetter();
    return (letter == null ? job.queue() : letter.movedFrom()).value();
  }

  /** Returns the given payload, or that of the original with its encrypted headers. */
  private Payload payload(Job job, Request request) {
    Payload given = request.body().get(NewJobBody.PAYLOAD);
    if (given == null) {
      return job.payload();
    }
    if (!HttpJobHandler.TYPE.equals(job.type())) {
      return given;
    }
    reader.checkCall(given);
    return reader.sealed(given, NewJobBody.PAYLOAD.name());
  }
}
