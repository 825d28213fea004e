package io.taskforge.server.alert;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Figures of a queue named mail with one condition each. */
final class Figures {
  static final QueueName MAIL = new QueueName("mail");
  static final TenantQueue PLACE = new TenantQueue(TenantId.DEFAULT, MAIL);
  static final Duration WINDOW = Duration.ofMinutes(5);
  static final QueueFigures WELL = retries(0, 0, 0);

  private Figures() {}

  static QueueFigures dead(long count) {
    return new QueueFigures(PLACE, false, count, 0, Duration.ZERO, 0, Set.of(), Map.of());
  }

  static QueueFigures retries(long jobs, long retried, long exhausted) {
    return retries(jobs, retried, exhausted, Duration.ofSeconds(1));
  }

  static QueueFigures retries(long jobs, long retried, long exhausted, Duration backoff) {
    return new QueueFigures(
        PLACE,
        false,
        0,
        0,
        Duration.ZERO,
        0,
        Set.of(),
        Map.of(
            WINDOW,
            new RetryActivity(jobs, retried, exhausted, retried, backoff.multipliedBy(retried))));
  }

  static QueueFigures due(boolean paused, long count, Duration oldest) {
    return new QueueFigures(PLACE, paused, 0, count, oldest, 0, Set.of(), Map.of());
  }

  static QueueFigures unserved(boolean paused, long count, String... types) {
    Set<JobTypeName> names = Arrays.stream(types).map(JobTypeName::new).collect(Collectors.toSet());
    return new QueueFigures(PLACE, paused, 0, count, Duration.ZERO, count, names, Map.of());
  }
}
