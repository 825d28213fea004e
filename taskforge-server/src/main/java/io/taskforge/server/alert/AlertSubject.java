package io.taskforge.server.alert;

import io.taskforge.destination.DestinationId;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.TenantQueue;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What a rule is evaluated for: a tenant's part of a queue, or a destination of a tenant.
 *
 * @param queue null for a destination
 * @param destination the destination's name; null for a queue
 */
public record AlertSubject(TenantId tenant, @Nullable QueueName queue, @Nullable String destination)
    implements Comparable<AlertSubject> {
  private static final Comparator<AlertSubject> ORDER =
      Comparator.comparing(AlertSubject::tenant)
          .thenComparing(AlertSubject::queue, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(
              AlertSubject::destination, Comparator.nullsFirst(Comparator.naturalOrder()));

  public AlertSubject {
    if ((queue == null) == (destination == null)) {
      throw new IllegalArgumentException(
          "an alert must have either a queue or a destination but had %s and %s"
              .formatted(queue, destination));
    }
  }

  public static AlertSubject of(TenantQueue place) {
    return new AlertSubject(place.tenant(), place.queue(), null);
  }

  public static AlertSubject of(DestinationId id) {
    return new AlertSubject(id.tenant(), null, id.name());
  }

  /** The name of the queue or of the destination. */
  public String name() {
    return queue == null ? String.valueOf(destination) : queue.value();
  }

  @Override
  public int compareTo(AlertSubject other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return tenant + "/" + (queue == null ? "destination " : "") + name();
  }
}
