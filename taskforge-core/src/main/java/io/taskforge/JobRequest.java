package io.taskforge;

import io.taskforge.destination.DestinationId;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryOverrides;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.value.Copyable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job to be enqueued: its type, payload and options. Immutable.
 *
 * <pre>{@code
 * SEND_MAIL.with(new Mail("ann@example.org")).queue("mail").delay(ofMinutes(5)).priority(10)
 * }</pre>
 */
public final class JobRequest extends Copyable<JobRequest> {
  private final JobTypeName type;
  private final @Nullable Object payload;
  private QueueName queue = QueueName.DEFAULT;
  private TenantId tenant = TenantId.DEFAULT;
  private int priority;
  private @Nullable Instant runAt;
  private Duration delay = Duration.ZERO;
  private Guarantee guarantee = Guarantee.AT_LEAST_ONCE;
  private @Nullable PolicyChoice retryPolicy;
  private RetryOverrides overrides = RetryOverrides.NONE;
  private @Nullable Duration timeout;
  private @Nullable Instant deadline;
  private @Nullable IdempotencyKey idempotencyKey;
  private String key = "";
  private @Nullable TraceContext trace;
  private List<String> tags = List.of();

  private JobRequest(JobTypeName type, @Nullable Object payload) {
    this.type = type;
    this.payload = payload;
  }

  /**
   * Returns a request for a job whose type is known only at run time; otherwise use {@link
   * JobType#with}. The payload is written as JSON when the job is enqueued; a {@link
   * io.taskforge.job.Payload} is JSON already and is stored unchanged.
   */
  public static JobRequest of(String type, Object payload) {
    return new JobRequest(new JobTypeName(type), payload);
  }

  /** Returns a request for a job of this type without a payload. */
  public static JobRequest of(String type) {
    return new JobRequest(new JobTypeName(type), null);
  }

  /** Returns this request for another queue than {@code default}. */
  public JobRequest queue(String name) {
    return with(request -> request.queue = new QueueName(name));
  }

  /** Returns this request for another tenant than {@code default}. */
  public JobRequest tenant(String id) {
    return with(request -> request.tenant = new TenantId(id));
  }

  /** Returns this request with a priority from −1000 to 1000; higher goes first, default 0. */
  public JobRequest priority(int value) {
    return with(request -> request.priority = value);
  }

  /** Returns this request with the earliest time to run. */
  public JobRequest runAt(Instant time) {
    return with(
        request -> {
          request.runAt = time;
          request.delay = Duration.ZERO;
        });
  }

  /** Returns this request with a delay, by the store's clock. */
  public JobRequest delay(Duration wait) {
    return with(
        request -> {
          request.delay = wait;
          request.runAt = null;
        });
  }

  /** Returns this request with another guarantee than AT_LEAST_ONCE. */
  public JobRequest guarantee(Guarantee value) {
    return with(request -> request.guarantee = value);
  }

  /** Returns this request with a retry policy of the job's own. */
  public JobRequest retryPolicy(RetryPolicy policy) {
    return retryPolicy(PolicyChoice.of(policy));
  }

  /**
   * Returns this request with a retry policy by name: a preset's, or one of {@link
   * TaskForge#policies}. The name is looked up when the job fails; if it is unknown, the job ends.
   */
  public JobRequest retryPolicy(String name) {
    return retryPolicy(PolicyChoice.named(name));
  }

  /** Returns this request with a retry policy; one with overrides replaces earlier overrides. */
  public JobRequest retryPolicy(PolicyChoice choice) {
    return with(
        request -> {
          if (choice instanceof PolicyChoice.Overriding overriding) {
            request.retryPolicy = overriding.base();
            request.overrides = overriding.overrides();
          } else {
            request.retryPolicy = choice;
          }
        });
  }

  /**
   * Returns this request with another number of retries than its policy has. The job keeps the rest
   * of the policy that applies at each failure: its own, its type's, its queue's, or the default.
   */
  public JobRequest maxRetries(int retries) {
    return with(request -> request.overrides = overrides.maxRetries(retries));
  }

  /** Returns this request with another first delay than its policy has; see {@link #maxRetries}. */
  public JobRequest retryDelay(Duration delay) {
    return with(request -> request.overrides = overrides.retryDelay(delay));
  }

  /**
   * Returns this request with delays that double, or are all the same if false, instead of its
   * policy's backoff; see {@link #maxRetries}.
   */
  public JobRequest useExponentialBackoff(boolean exponential) {
    return with(request -> request.overrides = overrides.useExponentialBackoff(exponential));
  }

  /** Returns this request with a limit on how long its handler may run. */
  public JobRequest timeout(Duration limit) {
    return with(request -> request.timeout = limit);
  }

  /** Returns this request with a time after which no attempt starts. */
  public JobRequest deadline(Instant time) {
    return with(request -> request.deadline = time);
  }

  /**
   * Returns this request with a key that gives its jobs a lane of their own among the waiting jobs
   * of their queue, priority, tenant and type, for instance a customer or a destination. Jobs of
   * one lane start in the order in which they are due; lanes share the worker.
   */
  public JobRequest key(String lane) {
    String checked = JobSettings.DEFAULT.laneKey(lane).laneKey();
    return with(request -> request.key = checked);
  }

  /**
   * Returns this request with the destination that its job calls, for instance {@code
   * payments-api}: a circuit breaker holds its jobs while it is down, and an outage uses no
   * retries. The destination is the job's key, so the two cannot be combined.
   */
  public JobRequest destination(String name) {
    return key(JobSettings.DESTINATION + new DestinationId(TenantId.DEFAULT, name).name());
  }

  /**
   * Returns this request with words to find its job by, for instance {@code customer:42}: at most
   * 8, each of 1 to 64 letters, digits and {@code ._:/@=+-}, beginning with a letter or a digit.
   * Replaces earlier ones.
   */
  public JobRequest tags(String... words) {
    List<String> checked = JobSettings.DEFAULT.tags(List.of(words)).tags();
    return with(request -> request.tags = checked);
  }

  /**
   * Returns this request with an idempotency key: a second request with the same key and tenant
   * stores no second job.
   */
  public JobRequest idempotencyKey(String key) {
    return with(request -> request.idempotencyKey = new IdempotencyKey(key));
  }

  /**
   * Returns this request with the trace that its job continues, for instance of a request that the
   * caller handles. With {@link TaskForgeBuilder#tracing}, the current span takes precedence.
   */
  public JobRequest trace(TraceContext continued) {
    return with(request -> request.trace = continued);
  }

  /** The job type. */
  public JobTypeName type() {
    return type;
  }

  /** The payload, or null. */
  public @Nullable Object payload() {
    return payload;
  }

  /** The queue. */
  public QueueName queue() {
    return queue;
  }

  /** The tenant. */
  public TenantId tenant() {
    return tenant;
  }

  /** The priority. */
  public int priority() {
    return priority;
  }

  /** The earliest time to run; null if the request has none. */
  public @Nullable Instant runAt() {
    return runAt;
  }

  /** The delay; zero for none, or if {@link #runAt} is set. */
  public Duration delay() {
    return delay;
  }

  /** The guarantee. */
  public Guarantee guarantee() {
    return guarantee;
  }

  /** The retry policy of the job's own with its overrides, or null. */
  public @Nullable PolicyChoice retryPolicy() {
    return overrides.equals(RetryOverrides.NONE)
        ? retryPolicy
        : new PolicyChoice.Overriding(overrides, retryPolicy);
  }

  /** The limit on how long the handler may run, or null. */
  public @Nullable Duration timeout() {
    return timeout;
  }

  /** The time after which no attempt starts, or null. */
  public @Nullable Instant deadline() {
    return deadline;
  }

  /** The key of the job's lane; empty for none. */
  public String key() {
    return key;
  }

  /** The tags. */
  public List<String> tags() {
    return tags;
  }

  /** The idempotency key, or null. */
  public @Nullable IdempotencyKey idempotencyKey() {
    return idempotencyKey;
  }

  /** The trace that the job continues, or null. */
  public @Nullable TraceContext trace() {
    return trace;
  }
}
