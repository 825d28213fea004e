package io.taskforge.schedule;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.value.Value;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The job that a schedule enqueues for each occurrence. Immutable. Start with {@link #of}. */
public final class JobTemplate extends Value<JobTemplate> {
  private final JobTypeName type;
  private QueueName queue = QueueName.DEFAULT;
  private Payload payload = Payload.NULL;
  private JobSettings settings = JobSettings.DEFAULT;

  private JobTemplate(JobTypeName type) {
    this.type = type;
  }

  /** Returns a template of jobs of this type in the default queue, without a payload. */
  public static JobTemplate of(String type) {
    return of(new JobTypeName(type));
  }

  /** Returns a template of jobs of this type in the default queue, without a payload. */
  public static JobTemplate of(JobTypeName type) {
    return new JobTemplate(type);
  }

  /** Returns this template with another queue. */
  public JobTemplate queue(QueueName other) {
    return with(template -> template.queue = other);
  }

  /** Returns this template with another payload. */
  public JobTemplate payload(Payload other) {
    return with(template -> template.payload = other);
  }

  /**
   * Returns this template with another priority, from {@value JobSettings#LOWEST_PRIORITY} to
   * {@value JobSettings#HIGHEST_PRIORITY}.
   */
  public JobTemplate priority(int other) {
    return with(other, guarantee(), retryPolicy(), timeout());
  }

  /** Returns this template with another guarantee. */
  public JobTemplate guarantee(Guarantee other) {
    return with(priority(), other, retryPolicy(), timeout());
  }

  /**
   * Returns this template with the jobs' own policy as JSON: an object, or a string with a policy's
   * name; or without one.
   */
  public JobTemplate retryPolicy(@Nullable String json) {
    return with(priority(), guarantee(), json, timeout());
  }

  /** Returns this template with a limit on the handler's run; null for the type's or worker's. */
  public JobTemplate timeout(@Nullable Duration limit) {
    return with(priority(), guarantee(), retryPolicy(), limit);
  }

  /** Returns this template with the key of its jobs' lane; empty for none. */
  public JobTemplate key(String lane) {
    JobSettings changed = settings.laneKey(lane);
    return with(template -> template.settings = changed);
  }

  /** Returns this template with these tags of its jobs instead. */
  public JobTemplate tags(Collection<String> all) {
    JobSettings changed = settings.tags(all);
    return with(template -> template.settings = changed);
  }

  private JobTemplate with(
      int priority, Guarantee guarantee, @Nullable String policy, @Nullable Duration timeout) {
    JobSettings changed =
        new JobSettings(priority, guarantee, policy, timeout, null, null)
            .laneKey(key())
            .tags(tags());
    return with(template -> template.settings = changed);
  }

  /** The queue of the jobs. */
  public QueueName queue() {
    return queue;
  }

  /** The type of the jobs. */
  public JobTypeName type() {
    return type;
  }

  /** The payload of the jobs. */
  public Payload payload() {
    return payload;
  }

  /** The priority of the jobs. */
  public int priority() {
    return settings.priority();
  }

  /** The guarantee of the jobs. */
  public Guarantee guarantee() {
    return settings.guarantee();
  }

  /** The jobs' own policy as JSON, or null. */
  public @Nullable String retryPolicy() {
    return settings.retryPolicy();
  }

  /** How long the handler may run, or null for the type's or worker's. */
  public @Nullable Duration timeout() {
    return settings.timeout();
  }

  /** The key of its jobs' lane; empty by default. */
  public String key() {
    return JobSettings.withoutGuarantee(settings.laneKey());
  }

  /** The tags of its jobs, in order. */
  public List<String> tags() {
    return settings.tags();
  }

  @Override
  protected List<@Nullable Object> fields() {
    return List.of(type, queue, payload, settings);
  }

  /** Omits the payload, which may contain secrets. */
  @Override
  public String toString() {
    return "%s for %s, priority %d, %s".formatted(type(), queue(), priority(), guarantee());
  }
}
