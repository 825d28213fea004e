package io.taskforge;

import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryOverrides;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job to be enqueued: its type, payload and options. Immutable.
 *
 * <pre>{@code
 * SEND_MAIL.with(new Mail("ann@example.org")).queue("mail").delay(ofMinutes(5)).priority(10)
 * }</pre>
 */
public final class JobRequest {
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

  private JobRequest(JobTypeName type, @Nullable Object payload) {
    this.type = type;
    this.payload = payload;
  }

  private JobRequest(JobRequest other) {
    this(other.type, other.payload);
    queue = other.queue;
    tenant = other.tenant;
    priority = other.priority;
    runAt = other.runAt;
    delay = other.delay;
    guarantee = other.guarantee;
    retryPolicy = other.retryPolicy;
    overrides = other.overrides;
    timeout = other.timeout;
    deadline = other.deadline;
    idempotencyKey = other.idempotencyKey;
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
    JobRequest copy = new JobRequest(this);
    copy.queue = new QueueName(name);
    return copy;
  }

  /** Returns this request for a tenant. */
  public JobRequest tenant(String id) {
    JobRequest copy = new JobRequest(this);
    copy.tenant = new TenantId(id);
    return copy;
  }

  /** Returns this request with a priority from −1000 to 1000; higher goes first, default 0. */
  public JobRequest priority(int value) {
    JobRequest copy = new JobRequest(this);
    copy.priority = value;
    return copy;
  }

  /** Returns this request with the earliest time to run. */
  public JobRequest runAt(Instant time) {
    JobRequest copy = new JobRequest(this);
    copy.runAt = time;
    copy.delay = Duration.ZERO;
    return copy;
  }

  /** Returns this request with a delay, by the store's clock. */
  public JobRequest delay(Duration wait) {
    JobRequest copy = new JobRequest(this);
    copy.delay = wait;
    copy.runAt = null;
    return copy;
  }

  /** Returns this request with another guarantee than AT_LEAST_ONCE. */
  public JobRequest guarantee(Guarantee value) {
    JobRequest copy = new JobRequest(this);
    copy.guarantee = value;
    return copy;
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
    JobRequest copy = new JobRequest(this);
    if (choice instanceof PolicyChoice.Overriding overriding) {
      copy.retryPolicy = overriding.base();
      copy.overrides = overriding.overrides();
    } else {
      copy.retryPolicy = choice;
    }
    return copy;
  }

  /**
   * Returns this request with another number of retries than its policy has. The job keeps the rest
   * of the policy that applies at each failure: its own, its type's, its queue's, or the default.
   */
  public JobRequest maxRetries(int retries) {
    return overriding(overrides.maxRetries(retries));
  }

  /** Returns this request with another first delay than its policy has; see {@link #maxRetries}. */
  public JobRequest retryDelay(Duration delay) {
    return overriding(overrides.retryDelay(delay));
  }

  /**
   * Returns this request with delays that double, or are all the same if false, instead of its
   * policy's backoff; see {@link #maxRetries}.
   */
  public JobRequest useExponentialBackoff(boolean exponential) {
    return overriding(overrides.useExponentialBackoff(exponential));
  }

  private JobRequest overriding(RetryOverrides changed) {
    JobRequest copy = new JobRequest(this);
    copy.overrides = changed;
    return copy;
  }

  /** Returns this request with a limit on how long its handler may run. */
  public JobRequest timeout(Duration limit) {
    JobRequest copy = new JobRequest(this);
    copy.timeout = limit;
    return copy;
  }

  /** Returns this request with a time after which no attempt starts. */
  public JobRequest deadline(Instant time) {
    JobRequest copy = new JobRequest(this);
    copy.deadline = time;
    return copy;
  }

  /**
   * Returns this request with an idempotency key: a second request with the same key and tenant
   * stores no second job.
   */
  public JobRequest idempotencyKey(String key) {
    JobRequest copy = new JobRequest(this);
    copy.idempotencyKey = new IdempotencyKey(key);
    return copy;
  }

  /** The job's type. */
  public JobTypeName type() {
    return type;
  }

  @Nullable Object payload() {
    return payload;
  }

  /** The job's queue. */
  public QueueName queue() {
    return queue;
  }

  /** The job's tenant. */
  public TenantId tenant() {
    return tenant;
  }

  int priority() {
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

  Guarantee guarantee() {
    return guarantee;
  }

  @Nullable PolicyChoice retryPolicy() {
    return overrides.equals(RetryOverrides.NONE)
        ? retryPolicy
        : new PolicyChoice.Overriding(overrides, retryPolicy);
  }

  @Nullable Duration timeout() {
    return timeout;
  }

  @Nullable Instant deadline() {
    return deadline;
  }

  /** The idempotency key, or null. */
  public @Nullable IdempotencyKey idempotencyKey() {
    return idempotencyKey;
  }
}
