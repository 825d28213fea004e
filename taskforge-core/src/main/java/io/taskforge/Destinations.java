package io.taskforge;

import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.Hold;
import io.taskforge.engine.DestinationDocuments;
import io.taskforge.job.Job;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The destinations that jobs call, with their circuit breakers. Operators can hold a destination,
 * so that no job calls it, and release it. Only destinations with failures or holds are known.
 */
public final class Destinations {
  private final JobStore store;
  private final DestinationSettings settings;
  private final BiConsumer<DestinationId, DestinationDecision> changed;
  private final Function<Job, @Nullable DestinationId> ofJob;

  Destinations(
      JobStore store,
      DestinationSettings settings,
      BiConsumer<DestinationId, DestinationDecision> changed,
      Function<Job, @Nullable DestinationId> ofJob) {
    this.store = store;
    this.settings = settings;
    this.changed = changed;
    this.ofJob = ofJob;
  }

  /** Returns the destination that a job calls, or, if it is a dead letter, called. */
  public Optional<DestinationId> of(Job job) {
    return Optional.ofNullable(ofJob.apply(job));
  }

  /** Returns a destination, or empty if nothing is known of it. */
  public Optional<Destination> find(DestinationId id) {
    return document(id).map(Destinations::read);
  }

  /**
   * Returns destinations, ordered by tenant and name.
   *
   * @param tenant null for all tenants
   * @param after the last destination of the previous page, or null
   */
  public List<Destination> list(
      @Nullable TenantId tenant, @Nullable DestinationId after, int limit) {
    DocumentPage page =
        store
            .documents()
            .list(
                DocumentKind.DESTINATION,
                tenant,
                after == null ? null : DestinationDocuments.key(after),
                limit);
    return page.items().stream().map(Destinations::read).toList();
  }

  /**
   * Holds a destination: no job calls it until the hold ends.
   *
   * @param time null until it is released; a shorter hold than the present one changes nothing
   * @param by the operator who holds it, for those who see the hold
   */
  public Destination hold(DestinationId id, @Nullable Duration time, String reason, String by) {
    return change(
        id,
        (state, now) ->
            DestinationDecision.hold(
                state, settings, new Hold(time == null ? null : now.plus(time), reason, by), now));
  }

  /** Ends a hold and closes the breaker: the backlog is released at a growing rate. */
  public Destination release(DestinationId id, String reason) {
    return change(id, (state, now) -> DestinationDecision.release(state, settings, reason, now));
  }

  private Destination change(
      DestinationId id, BiFunction<DestinationState, Instant, DestinationDecision> decide) {
    while (true) {
      Optional<Document> before = document(id);
      Instant now = store.now();
      DestinationState state =
          before
              .map(document -> DestinationJson.read(document.json()))
              .orElse(DestinationState.healthy(settings));
      DestinationDecision decision = decide.apply(state, now);
      Optional<Document> written =
          DestinationDocuments.write(store, id, before.orElse(null), decision.state(), now);
      if (written.isPresent()) {
        changed.accept(id, decision);
        return read(written.get());
      }
    }
  }

  private Optional<Document> document(DestinationId id) {
    return store.documents().find(DestinationDocuments.key(id));
  }

  private static Destination read(Document document) {
    return new Destination(
        new DestinationId(document.key().tenant(), document.key().id()),
        DestinationJson.read(document.json()),
        document.changedAt());
  }
}
