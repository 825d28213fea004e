package io.taskforge.simulator.check;

import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationJson;
import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Records what one node knows: the answers to its enqueues, and the states of destinations. It
 * wraps everything that can lose an answer: what does not arrive is not known. A node reads and
 * writes destinations in one thread.
 */
public final class RecordingCalls extends ForwardingStore {
  private final String node;
  private final Supplier<Instant> now;
  private final Consumer<Event> events;
  private final DocumentStore documents;
  private final AtomicLong calls = new AtomicLong();

  /**
   * Records the calls of a node.
   *
   * @param now the store's clock, or one that agrees with it
   */
  public RecordingCalls(JobStore next, String node, Supplier<Instant> now, Consumer<Event> events) {
    super(next);
    this.node = node;
    this.now = now;
    this.events = events;
    this.documents =
        new Documents(
            next.documents(),
            (destination, access) ->
                events.accept(new Event.DestinationSeen(now.get(), node, destination, access)));
  }

  @Override
  public DocumentStore documents() {
    return documents;
  }

  @Override
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    long call = calls.incrementAndGet();
    Instant began = now.get();
    events.accept(
        new Event.EnqueueCalled(
            began, node, call, jobs.stream().map(job -> Event.Wanted.of(job, began)).toList()));
    try {
      List<Enqueued> answers = next.enqueue(jobs);
      events.accept(
          new Event.EnqueueAnswered(
              now.get(),
              node,
              call,
              answers.stream().map(answer -> answer.id().toString()).toList()));
      return answers;
    } catch (RuntimeException | Error e) {
      events.accept(new Event.EnqueueUnknown(now.get(), node, call));
      throw e;
    }
  }

  static String nameOf(DocumentKey key) {
    return new DestinationId(key.tenant(), key.id()).toString();
  }

  static DestinationAccess accessOf(Document document) {
    return DestinationJson.read(document.json()).access();
  }

  private interface Learned {
    void accept(String destination, DestinationAccess access);
  }

  private static final class Documents extends ForwardingDocuments {
    private final Learned learned;
    private final Map<String, DestinationAccess> known = new ConcurrentHashMap<>();

    Documents(DocumentStore next, Learned learned) {
      super(next);
      this.learned = learned;
    }

    private void learned(String destination, DestinationAccess access) {
      DestinationAccess before = known.put(destination, access);
      if (access != (before == null ? DestinationAccess.OPEN : before)) {
        learned.accept(destination, access);
      }
    }

    /**
     * A node merges what it finds with its own report, and does not use it if the report fails. So
     * it may be more open from now on, but need not be closed.
     */
    @Override
    public Optional<Document> find(DocumentKey key) {
      Optional<Document> found = super.find(key);
      if (key.kind() == DocumentKind.DESTINATION) {
        DestinationAccess before = known.getOrDefault(nameOf(key), DestinationAccess.OPEN);
        DestinationAccess now = found.map(RecordingCalls::accessOf).orElse(DestinationAccess.OPEN);
        if (now.compareTo(before) < 0) { // ordered from open to closed
          learned(nameOf(key), now);
        }
      }
      return found;
    }

    @Override
    public List<Document> due(DocumentKind kind, int limit) {
      List<Document> due = super.due(kind, limit);
      if (kind == DocumentKind.DESTINATION) {
        Map<String, DestinationAccess> now = new TreeMap<>();
        known.keySet().forEach(name -> now.put(name, DestinationAccess.OPEN));
        due.forEach(each -> now.put(nameOf(each.key()), accessOf(each)));
        now.forEach(this::learned);
      }
      return due;
    }

    @Override
    void destinationWritten(Document document) {
      learned(nameOf(document.key()), accessOf(document));
    }
  }
}
