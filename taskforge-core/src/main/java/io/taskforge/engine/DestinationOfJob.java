package io.taskforge.engine;

import io.taskforge.destination.DestinationId;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobDetails;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.lane.Lane;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which destination a job calls: its key, if its type says so or the key names a destination; else
 * that of its queue.
 */
record DestinationOfJob(EngineConfig config, QueueCatalog queues) {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final Set<ErrorType> PROGRAMMING_ERRORS =
      Stream.of(
              ArithmeticException.class,
              ClassCastException.class,
              Error.class,
              IllegalStateException.class,
              IndexOutOfBoundsException.class,
              NullPointerException.class,
              UnsupportedOperationException.class)
          .map(ErrorType::of)
          .collect(Collectors.toUnmodifiableSet());
  // Handlers wrap these in unchecked exceptions.
  private static final Set<ErrorType> OF_CALLS =
      Set.of(ErrorType.of(IOException.class), ErrorType.of(SQLException.class));

  /** Groups the jobs that have a destination. All jobs of a lane have the same one. */
  Map<DestinationId, List<ClaimedJob>> of(List<ClaimedJob> jobs) {
    Map<DestinationId, List<ClaimedJob>> found = new HashMap<>();
    jobs.stream()
        .collect(Collectors.groupingBy(Lane::of))
        .forEach(
            (lane, ofLane) -> {
              DestinationId id = of(lane.queue(), lane.tenant(), lane.type(), lane.key());
              if (id != null) {
                found.computeIfAbsent(id, first -> new ArrayList<>()).addAll(ofLane);
              }
            });
    return found;
  }

  @Nullable DestinationId of(JobDetails job) {
    return of(job.queue(), job.tenant(), job.type(), job.laneKey());
  }

  @Nullable DestinationId of(QueueName queue, TenantId tenant, JobTypeName type, String laneKey) {
    String key = JobSettings.withoutGuarantee(laneKey);
    HandlerRegistration<?> handler = config.handling().handlers().get(type);
    String name = queues.settings(queue).destination();
    if (key.startsWith(JobSettings.DESTINATION)) {
      name = key.substring(JobSettings.DESTINATION.length());
    } else if (handler != null && handler.keyIsDestination() && !key.isEmpty()) {
      name = key;
    }
    return name == null || !DestinationId.isLegal(name) ? null : new DestinationId(tenant, name);
  }

  static boolean isOnce(String laneKey) {
    return JobSettings.isOfJobsThatRunOnce(laneKey);
  }

  /** Whether a failure says that the destination does not work, and not that the job is wrong. */
  static boolean isOfDestination(Failure failure) {
    return failure.kind() != FailureKind.PERMANENT && !failure.retryForbidden();
  }

  /**
   * Whether a failure is a bug of the handler, or its JVM has no memory, so that it says nothing
   * about the destination. Failures that a handler or a classifier has named are none.
   */
  static boolean isOfHandler(Failure failure) {
    Set<ErrorType> names = failure.alsoKnownAs();
    // The type of an exception that no mapping names is its class.
    boolean unnamed = names.contains(failure.type());
    return failure.type().equals(Errors.OUT_OF_MEMORY)
        || (unnamed
            && !Collections.disjoint(names, PROGRAMMING_ERRORS)
            && Collections.disjoint(names, OF_CALLS));
  }

  /** For how long a failure holds the destination, or null. */
  static @Nullable Duration hold(Failure failure) {
    Integer status = failure.statusCode();
    boolean asks = status != null && (status == TOO_MANY_REQUESTS || status == UNAVAILABLE);
    return asks ? failure.retryAfter() : null;
  }
}
