package io.taskforge;

import io.taskforge.job.JobTypeName;

/**
 * A typed job key: a job type's stable name together with the class of its payload, so that the
 * compiler checks that a job gets the payload that its handler expects. Usually a constant.
 *
 * <pre>{@code
 * static final JobType<Mail> SEND_MAIL = JobType.of("send-mail", Mail.class);
 *
 * builder.handler(SEND_MAIL, mail -> mailer.send(mail));
 * forge.enqueue(SEND_MAIL, mail);
 * forge.enqueue(SEND_MAIL.with(mail).delay(ofHours(1)));
 * }</pre>
 *
 * @param name what is stored with each job; renaming a type strands the jobs that wait under the
 *     old name
 * @param payload the class that payloads are written from and read as
 */
public record JobType<T>(JobTypeName name, Class<T> payload) {
  /**
   * Returns the key of a job type.
   *
   * @throws IllegalArgumentException if the name is not a legal {@link JobTypeName}
   */
  public static <T> JobType<T> of(String name, Class<T> payload) {
    return new JobType<>(new JobTypeName(name), payload);
  }

  /** Returns the key of a job type without a payload; its handler gets null. */
  public static JobType<Void> of(String name) {
    return of(name, Void.class);
  }

  /** Returns a request for a job of this type, to be given options and enqueued. */
  public JobRequest with(T jobPayload) {
    return JobRequest.of(name.value(), jobPayload);
  }

  /** Returns a request for a job of this type without a payload. */
  public JobRequest withoutPayload() {
    return JobRequest.of(name.value());
  }
}
