package io.taskforge;

import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job to be enqueued: what, and if need be where, when and how. Immutable.
 *
 * <pre>{@code
 * JobRequest.of("send-mail", new Mail("ann@example.org")).queue("mail").delay(ofMinutes(5)).priority(10)
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
    timeout = other.timeout;
    deadline = other.deadline;
    idempotencyKey = other.idempotencyKey;
  }

  /**
   * Returns a request for a job of this type, whose payload is written as JSON when it is enqueued;
   * a {@link io.taskforge.job.Payload} is JSON already and is taken as it is.
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

  /** Returns this request with a priority from −1000 to 1000; higher goes first, 0 is usual. */
  public JobRequest priority(int value) {
    JobRequest copy = new JobRequest(this);
    copy.priority = value;
    return copy;
  }

  /** Returns this request to be run then, or as soon as possible after. */
  public JobRequest runAt(Instant time) {
    JobRequest copy = new JobRequest(this);
    copy.runAt = time;
    copy.delay = Duration.ZERO;
    return copy;
  }

  /** Returns this request to be run that much later, by the store's clock. */
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
    JobRequest copy = new JobRequest(this);
    copy.retryPolicy = PolicyChoice.of(policy);
    return copy;
  }

  /**
   * Returns this request with a retry policy by name: a preset's, or one of {@link
   * TaskForge#policies}. What stands under it at the time of a failure counts; if nothing does, the
   * job ends there.
   */
  public JobRequest retryPolicy(String name) {
    JobRequest copy = new JobRequest(this);
    copy.retryPolicy = PolicyChoice.named(name);
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
   * Returns this request with a key: a second one with the same key and tenant makes no second job.
   */
  public JobRequest idempotencyKey(String key) {
    JobRequest copy = new JobRequest(this);
    copy.idempotencyKey = new IdempotencyKey(key);
    return copy;
  }

  /** What it is to be. */
  public JobTypeName type() {
    return type;
  }

  @Nullable Object payload() {
    return payload;
  }

  /** Where it is to wait. */
  public QueueName queue() {
    return queue;
  }

  /** Whose job it is to be. */
  public TenantId tenant() {
    return tenant;
  }

  int priority() {
    return priority;
  }

  /** Not before when it is to run; null if that is not said by an instant. */
  public @Nullable Instant runAt() {
    return runAt;
  }

  /** How much later it is to run; zero for at once, or where {@link #runAt} says when. */
  public Duration delay() {
    return delay;
  }

  Guarantee guarantee() {
    return guarantee;
  }

  @Nullable PolicyChoice retryPolicy() {
    return retryPolicy;
  }

  @Nullable Duration timeout() {
    return timeout;
  }

  @Nullable Instant deadline() {
    return deadline;
  }

  /** The key by which a repeat is known; null without one. */
  public @Nullable IdempotencyKey idempotencyKey() {
    return idempotencyKey;
  }
}
