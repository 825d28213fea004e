package io.taskforge.engine;

import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.GrantedCalls;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.engine.loop.Wake;
import io.taskforge.job.StoreException;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports calls to the state of a destination that all workers share, at most twice a second and
 * after each probe, and learns what others reported.
 *
 * <p>A destination that works costs no statement: single failures are not reported, and the look of
 * a claim says whether another worker has changed a destination.
 */
final class DestinationReports implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(DestinationReports.class);
  private static final int MAX_TRIES = 3;
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final DestinationMode mode;
  private final DestinationSettings settings;
  private final Destinations destinations;
  private final JobStore store;
  private final EventPublisher events;
  private final Wake fetcher;

  DestinationReports(
      EngineConfig config,
      Destinations destinations,
      JobStore store,
      EventPublisher events,
      Wake fetcher) {
    this.mode = config.failures().destinations().mode();
    this.settings = config.failures().destinations().settings();
    this.destinations = destinations;
    this.store = store;
    this.events = events;
    this.fetcher = fetcher;
  }

  @Override
  public Duration turn() {
    if (mode == DestinationMode.OFF) {
      return IDLE;
    }
    try {
      learn();
      for (DestinationCalls calls : destinations.toReport()) {
        report(calls);
      }
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("destinations not reported, will retry: {}", e.getMessage());
    }
    boolean undecided = destinations.decide();
    return undecided || destinations.isBusy() ? GrantedCalls.REPORT_INTERVAL : IDLE;
  }

  /** Reads the destinations that do not work normally, if one has changed. */
  private void learn() {
    if (!destinations.beginLearning()) {
      return;
    }
    Map<DestinationId, Document> found = new HashMap<>();
    for (Document document :
        store.documents().due(DocumentKind.DESTINATION, Destination.MAX_DOWN)) {
      found.put(new DestinationId(document.key().tenant(), document.key().id()), document);
    }
    destinations.learned(found);
    fetcher.wake();
  }

  /** Merges what was counted here with the shared state, by optimistic locking. */
  private void report(DestinationCalls calls) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Destinations.Draft draft = destinations.draft(calls);
      if (draft == null) {
        return;
      }
      Document before =
          draft.before() != null
              ? draft.before()
              : store.documents().find(DestinationDocuments.key(calls.id)).orElse(null);
      DestinationState state =
          before == null ? DestinationState.healthy(settings) : DestinationJson.read(before.json());
      DestinationDecision decision =
          DestinationDecision.after(state, settings, draft.report(), draft.now());
      Optional<Document> written =
          before != null && decision.state().equals(state)
              ? Optional.of(before)
              : DestinationDocuments.write(store, calls.id, before, decision.state(), draft.now());
      if (written.isPresent()) {
        destinations.reported(calls, draft, written.get(), decision);
        fetcher.wake();
        events.destinationChanged(calls.id, decision, mode);
        return;
      }
      destinations.outdated(calls);
    }
  }
}
