package io.taskforge.store.tck;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Random operations on documents and on queues' settings, compared between two stores. */
final class ResourceWalk {
  private static final List<String> QUEUES = List.of("a", "b", "slow", "unused");

  private final JobStore real;
  private final JobStore model;
  private final List<TenantId> tenants;
  private final Random random;
  private final Comparison comparison;

  ResourceWalk(
      JobStore real, JobStore model, List<TenantId> tenants, Random random, Comparison comparison) {
    this.real = real;
    this.model = model;
    this.tenants = tenants;
    this.random = random;
    this.comparison = comparison;
  }

  /** Asserts that two answers are equal. */
  interface Comparison {
    void check(String what, Object fromReal, Object fromModel);
  }

  void step(Instant now) {
    if (random.nextInt(3) == 0) {
      queue();
    } else {
      document(now);
    }
  }

  private void document(Instant now) {
    DocumentKey key =
        new DocumentKey(
            DocumentKind.POLICY,
            tenants.get(random.nextInt(tenants.size())),
            "d" + random.nextInt(6));
    // Half a millisecond off, so that none is due exactly now.
    Instant due =
        random.nextInt(3) == 0
            ? null
            : now.plus(Duration.ofMillis(random.nextInt(5_000))).plusNanos(500_000);
    String json = "{\"n\":" + random.nextInt(100) + "}";
    long version = random.nextInt(4);
    switch (random.nextInt(5)) {
      case 0 -> both("create", store -> store.documents().create(key, json, due));
      case 1, 2 -> both("replace", store -> store.documents().replace(key, version, json, due));
      case 3 -> both("delete", store -> store.documents().delete(key, version));
      default -> both("find", store -> store.documents().find(key));
    }
  }

  private void queue() {
    QueueName queue = new QueueName(QUEUES.get(random.nextInt(QUEUES.size())));
    QueueSettings settings =
        QueueSettings.of(null, random.nextBoolean() ? new QueueName("graveyard") : null)
            .limitedTo(random.nextBoolean() ? 1 + random.nextInt(9) : null, null);
    long version = random.nextInt(4);
    switch (random.nextInt(6)) {
      case 0 -> both("delete a queue", store -> store.deleteQueue(queue));
      case 1, 2 -> both("replace a queue", store -> store.replaceQueue(queue, version, settings));
      default ->
          both(
              "put a queue",
              store -> {
                store.putQueue(queue, settings);
                return store.queue(queue);
              });
    }
  }

  private void both(String what, Function<JobStore, Object> call) {
    comparison.check(what, call.apply(real), call.apply(model));
  }

  /** Compares all documents, and which of them are due. */
  void compareAll() {
    both("due documents", store -> store.documents().due(DocumentKind.POLICY, 100));
    for (TenantId tenant : withAll()) {
      both("documents", store -> listed(store, tenant));
    }
  }

  private List<@Nullable TenantId> withAll() {
    List<@Nullable TenantId> all = new ArrayList<>(tenants);
    all.add(null);
    return all;
  }

  private static Object listed(JobStore store, @Nullable TenantId tenant) {
    return store.documents().list(DocumentKind.POLICY, tenant, null, 100).items();
  }
}
