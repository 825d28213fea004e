package io.taskforge.engine.log;

import io.taskforge.job.JobIdentity;
import io.taskforge.schedule.ScheduleKey;
import org.slf4j.spi.LoggingEventBuilder;

/** The fields that every log line about a job or a schedule has. */
public final class LogFields {
  private LogFields() {}

  public static LoggingEventBuilder job(LoggingEventBuilder line, JobIdentity job, int attempt) {
    return line.addKeyValue("tenantId", job.tenant())
        .addKeyValue("jobId", job.id())
        .addKeyValue("queue", job.queue())
        .addKeyValue("type", job.type())
        .addKeyValue("attempt", attempt);
  }

  public static LoggingEventBuilder schedule(LoggingEventBuilder line, ScheduleKey schedule) {
    return line.addKeyValue("tenantId", schedule.tenant()).addKeyValue("scheduleId", schedule.id());
  }
}
