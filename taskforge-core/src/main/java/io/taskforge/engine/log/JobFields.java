package io.taskforge.engine.log;

import io.taskforge.job.JobIdentity;
import org.slf4j.spi.LoggingEventBuilder;

/** The fields that every log line about a job has. */
public final class JobFields {
  private JobFields() {}

  /** Adds the fields of a job to a log line. */
  public static LoggingEventBuilder on(LoggingEventBuilder line, JobIdentity job, int attempt) {
    return line.addKeyValue("tenantId", job.tenant())
        .addKeyValue("jobId", job.id())
        .addKeyValue("queue", job.queue())
        .addKeyValue("type", job.type())
        .addKeyValue("attempt", attempt);
  }
}
