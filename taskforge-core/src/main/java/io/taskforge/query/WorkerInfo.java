package io.taskforge.query;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.value.Name;
import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A worker, as of its last heartbeat.
 *
 * @param version the version of the program that runs it; empty if it is not known
 * @param mode what an operator has asked it to do
 */
public record WorkerInfo(
    WorkerId id,
    String host,
    String version,
    Set<QueueName> queues,
    Set<JobTypeName> types,
    int concurrency,
    int running,
    WorkerMode mode,
    Instant startedAt,
    Instant lastSeenAt) {
  private static final Pattern VERSION = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._+:-]{0,63}");

  public WorkerInfo {
    queues = Set.copyOf(queues);
    types = Set.copyOf(types);
  }

  /**
   * Returns {@code version} if it is one, such as {@code 1.4.2} or a commit.
   *
   * @throws IllegalArgumentException if it is not 1 to 64 letters, digits and {@code ._+:-},
   *     beginning with a letter or a digit
   */
  public static String checkedVersion(String version) {
    Name.check("version", VERSION, version);
    return version;
  }

  /** Returns this worker with another mode. */
  public WorkerInfo mode(WorkerMode asked) {
    return new WorkerInfo(
        id, host, version, queues, types, concurrency, running, asked, startedAt, lastSeenAt);
  }
}
