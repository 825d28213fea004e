package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditFilter;
import io.taskforge.audit.AuditRecord;
import io.taskforge.job.Retention;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The audit log: append, read, retention. */
interface AuditContract extends StoreUnderTest {
  private AuditEntry entry(@Nullable String tenant, String action, String id) {
    return new AuditEntry(
        tenant == null ? null : tenant(tenant),
        "key-1",
        action,
        action.split("\\.", 2)[0],
        id,
        AuditEntry.Outcome.DONE,
        "{}");
  }

  private void append(AuditEntry... entries) {
    store().audit().append(List.of(entries));
  }

  private List<String> found(Function<AuditFilter, AuditFilter> wanted) {
    return store().audit().list(wanted.apply(AuditFilter.all(100))).stream()
        .map(each -> each.entry().targetId())
        .toList();
  }

  @Test
  default void a_new_store_has_no_audit_entries() {
    append();

    assertThat(found(all -> all)).isEmpty();
  }

  @Test
  default void entries_are_kept_as_they_were_given_at_the_store_s_time() {
    AuditEntry shared = entry(null, "queue.pause", "mail");
    AuditEntry denied =
        new AuditEntry(
            tenant("acme"),
            "key-2",
            "job.cancel",
            "job",
            "j1",
            AuditEntry.Outcome.DENIED,
            "{\"why\": \"é😀\\u0000 '; DROP TABLE audit; --\"}");
    append(shared, denied);
    advance(Duration.ofSeconds(5));
    append(entry("acme", "job.retry", "j2"));

    List<AuditRecord> records = store().audit().list(AuditFilter.all(10));

    assertThat(records)
        .extracting(AuditRecord::entry)
        .containsExactly(entry("acme", "job.retry", "j2"), denied, shared);
    assertThat(records)
        .extracting(AuditRecord::at)
        .containsExactly(START.plusSeconds(5), START, START);
    assertThat(records.get(0).sequence()).isGreaterThan(records.get(1).sequence());
    assertThat(records.get(1).sequence()).isGreaterThan(records.get(2).sequence());
  }

  @Test
  default void entries_are_found_by_everything_that_they_say() {
    append(
        entry("acme", "job.cancel", "a"),
        entry("bolt", "job.cancel", "b"),
        entry(null, "queue.pause", "c"));
    advance(Duration.ofSeconds(5));
    append(
        new AuditEntry(null, "local", "queue.resume", "queue", "d", AuditEntry.Outcome.DONE, "{}"));

    assertThat(found(all -> all.tenant(tenant("acme")))).containsExactly("a");
    assertThat(found(all -> all.tenant(tenant("cord")))).isEmpty();
    assertThat(found(all -> all.actor("local"))).containsExactly("d");
    assertThat(found(all -> all.actor("local\0'"))).isEmpty();
    assertThat(found(all -> all.action("job.cancel"))).containsExactly("b", "a");
    assertThat(found(all -> all.target("queue", null))).containsExactly("d", "c");
    assertThat(found(all -> all.target("queue", "c"))).containsExactly("c");
    assertThat(found(all -> all.target("job", "c"))).isEmpty();
    assertThat(found(all -> all.between(START.plusSeconds(5), null))).containsExactly("d");
    assertThat(found(all -> all.between(null, START.plusSeconds(5))))
        .containsExactly("c", "b", "a");
    assertThat(found(all -> all.between(START, START))).isEmpty();
    assertThat(found(all -> all.actor("key-1").target("job", null).tenant(tenant("bolt"))))
        .containsExactly("b");
  }

  @Test
  default void a_list_goes_on_before_the_last_entry_of_its_page() {
    append(
        IntStream.range(0, 7)
            .mapToObj(i -> entry("acme", "job.cancel", "j" + i))
            .toArray(AuditEntry[]::new));
    append(entry("bolt", "job.cancel", "other"));
    AuditFilter three = AuditFilter.all(3).tenant(tenant("acme"));

    List<AuditRecord> first = store().audit().list(three);
    List<AuditRecord> second = store().audit().list(three.before(first.get(2).sequence()));
    List<AuditRecord> third = store().audit().list(three.before(second.get(2).sequence()));

    assertThat(first).extracting(each -> each.entry().targetId()).containsExactly("j6", "j5", "j4");
    assertThat(second)
        .extracting(each -> each.entry().targetId())
        .containsExactly("j3", "j2", "j1");
    assertThat(third).extracting(each -> each.entry().targetId()).containsExactly("j0");
  }

  @Test
  default void what_is_too_long_is_cut_and_found_all_the_same() {
    String id = "\0" + "x".repeat(10_000) + "\uD800";
    append(entry(null, "queue.pause", id));

    assertThat(found(all -> all.target("queue", id)))
        .singleElement()
        .satisfies(kept -> assertThat(kept.length()).isLessThan(600));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new AuditEntry(
                    null,
                    "a",
                    "b.c",
                    "b",
                    "",
                    AuditEntry.Outcome.DONE,
                    "\"" + "x".repeat(5_000) + "\""));
  }

  @Test
  default void entries_go_when_retention_says_so_and_not_before() {
    Retention tenDays = Retention.DEFAULT.jobs(Duration.ZERO).audit(Duration.ofDays(10));
    for (int i = 0; i < 5; i++) {
      append(entry(null, "queue.pause", "old" + i));
    }
    advance(Duration.ofDays(5));
    append(entry(null, "queue.pause", "new"));

    advance(Duration.ofDays(5));
    store().purge(tenDays, 100);
    assertThat(found(all -> all)).hasSize(6);
    advance(TICK);
    store().purge(tenDays, 2);
    assertThat(found(all -> all)).containsExactly("new", "old4", "old3", "old2");
    store().purge(tenDays, 100);
    assertThat(found(all -> all)).containsExactly("new");
  }

  @Test
  default void a_sequence_is_never_given_twice() {
    append(entry(null, "queue.pause", "old"));
    long first = store().audit().list(AuditFilter.all(1)).get(0).sequence();
    advance(Duration.ofDays(400));
    store().purge(Retention.DEFAULT, 100);
    assertThat(found(all -> all)).isEmpty();

    append(entry(null, "queue.pause", "new"));

    assertThat(store().audit().list(AuditFilter.all(1)).get(0).sequence()).isGreaterThan(first);
  }
}
