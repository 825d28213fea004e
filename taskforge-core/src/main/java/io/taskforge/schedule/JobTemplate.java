package io.taskforge.schedule;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The job that a schedule enqueues for each occurrence. Immutable. Start with {@link #of}. */
public final class JobTemplate {
  private final Values values;

  private JobTemplate(Values values) {
    this.values = values;
  }

  private record Values(QueueName queue, JobTypeName type, Payload payload, JobSettings settings) {}

  /** Returns a template of jobs of this type in the default queue, without a payload. */
  public static JobTemplate of(String type) {
    return of(new JobTypeName(type));
  }

  /** Returns a template of jobs of this type in the default queue, without a payload. */
  public static JobTemplate of(JobTypeName type) {
    return new JobTemplate(new Values(QueueName.DEFAULT, type, Payload.NULL, JobSettings.DEFAULT));
  }

  /** Returns this template for another queue. */
  public JobTemplate queue(QueueName other) {
    return new JobTemplate(new Values(other, type(), payload(), values.settings));
  }

  /** Returns this template with a payload. */
  public JobTemplate payload(Payload other) {
    return new JobTemplate(new Values(queue(), type(), other, values.settings));
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

  private JobTemplate with(
      int priority, Guarantee guarantee, @Nullable String policy, @Nullable Duration timeout) {
    JobSettings settings = new JobSettings(priority, guarantee, policy, timeout, null, null);
    return new JobTemplate(new Values(queue(), type(), payload(), settings));
  }

  public QueueName queue() {
    return values.queue;
  }

  public JobTypeName type() {
    return values.type;
  }

  public Payload payload() {
    return values.payload;
  }

  public int priority() {
    return values.settings.priority();
  }

  public Guarantee guarantee() {
    return values.settings.guarantee();
  }

  /** The jobs' own policy as JSON, or null. */
  public @Nullable String retryPolicy() {
    return values.settings.retryPolicy();
  }

  /** How long the handler may run, or null for the type's or worker's. */
  public @Nullable Duration timeout() {
    return values.settings.timeout();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobTemplate that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Omits the payload, which may contain secrets. */
  @Override
  public String toString() {
    return "%s for %s, priority %d, %s".formatted(type(), queue(), priority(), guarantee());
  }
}
