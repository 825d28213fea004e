package io.taskforge.server.alert;

import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.Hold;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of a destination.
 *
 * @param down for how long its circuit breaker has not been closed; null if it is closed, or if an
 *     operator holds the destination
 * @param lastError the last error; empty if none is known
 */
record DestinationFigures(AlertSubject subject, @Nullable Duration down, String lastError)
    implements SubjectFigures {
  private static final Logger LOG = LoggerFactory.getLogger(DestinationFigures.class);

  /**
   * Reads the destinations that do not work normally, with one query.
   *
   * @param wanted included even if they work; queues among them are ignored
   */
  static Stream<DestinationFigures> read(JobStore store, Set<AlertSubject> wanted, Instant now) {
    Map<AlertSubject, DestinationFigures> figures = new TreeMap<>();
    wanted.stream()
        .filter(subject -> subject.destination() != null)
        .forEach(subject -> figures.put(subject, new DestinationFigures(subject, null, "")));
    for (Document document :
        store.documents().due(DocumentKind.DESTINATION, Destination.MAX_DOWN)) {
      AlertSubject subject =
          AlertSubject.of(new DestinationId(document.key().tenant(), document.key().id()));
      try {
        figures.put(subject, of(subject, DestinationJson.read(document.json()), now));
      } catch (RuntimeException e) { // the other alerts must not depend on it
        LOG.error("{} is unreadable, skipped", document.key(), e);
      }
    }
    return figures.values().stream();
  }

  static DestinationFigures of(AlertSubject subject, DestinationState state, Instant now) {
    Hold hold = state.hold();
    Instant since = hold != null && hold.byOperator() ? null : state.breaker().openSince();
    return new DestinationFigures(
        subject,
        since == null ? null : Duration.between(since, now),
        state.errors().isEmpty() ? "" : state.errors().get(0).message());
  }
}
