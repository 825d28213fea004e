package io.taskforge.store.tck;

import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A builder for jobs, for tests that set only one or two properties. */
final class JobDraft {
  static final QueueName QUEUE = QueueName.DEFAULT;
  static final JobTypeName TYPE = new JobTypeName("work");
  static final TraceContext TRACE =
      new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=a b,c=d");

  private QueueName queue = QUEUE;
  private JobTypeName type = TYPE;
  private TenantId tenant = TenantId.DEFAULT;
  private Payload payload = new Payload("{\"to\":\"ada\"}");
  private int priority;
  private @Nullable Instant runAt;
  private Duration delay = Duration.ZERO;
  private Guarantee guarantee = Guarantee.AT_LEAST_ONCE;
  private @Nullable String retryPolicy;
  private @Nullable Duration timeout;
  private @Nullable Instant deadline;
  private @Nullable IdempotencyKey key;
  private @Nullable ScheduleId schedule;
  private String laneKey = "";
  private @Nullable TraceContext trace;
  private List<String> tags = List.of();

  JobDraft in(String name) {
    queue = new QueueName(name);
    return this;
  }

  JobDraft ofType(String name) {
    type = new JobTypeName(name);
    return this;
  }

  JobDraft of(String name) {
    tenant = new TenantId(name);
    return this;
  }

  JobDraft with(String json) {
    payload = new Payload(json);
    return this;
  }

  JobDraft priority(int value) {
    priority = value;
    return this;
  }

  JobDraft at(Instant due) {
    runAt = due;
    return this;
  }

  JobDraft after(Duration wait) {
    delay = wait;
    return this;
  }

  JobDraft atMostOnce() {
    guarantee = Guarantee.AT_MOST_ONCE;
    return this;
  }

  JobDraft retryPolicy(String json) {
    retryPolicy = json;
    return this;
  }

  JobDraft timeout(Duration longest) {
    timeout = longest;
    return this;
  }

  JobDraft deadline(Instant latest) {
    deadline = latest;
    return this;
  }

  JobDraft keyed(String value) {
    key = new IdempotencyKey(value);
    return this;
  }

  JobDraft scheduledBy(String id) {
    schedule = new ScheduleId(id);
    return this;
  }

  JobDraft inLane(String name) {
    laneKey = name;
    return this;
  }

  JobDraft inTrace(TraceContext context) {
    trace = context;
    return this;
  }

  JobDraft tagged(String... words) {
    tags = List.of(words);
    return this;
  }

  NewJob as(JobId id) {
    return new NewJob(
        new JobIdentity(id, queue, type, tenant),
        payload,
        new JobSettings(
            priority,
            guarantee,
            retryPolicy,
            new JobSettings.TimeLimits(timeout, deadline),
            new JobSettings.Origin(key, schedule, trace),
            laneKey,
            tags),
        runAt,
        delay);
  }
}
