package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.job.Payload;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.DocumentStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Documents with optimistic locking. */
interface DocumentContract extends StoreUnderTest {
  DocumentKey KEY = new DocumentKey(DocumentKind.POLICY, TenantId.DEFAULT, "mail");

  private DocumentStore documents() {
    return store().documents();
  }

  private DocumentKey key(DocumentKind kind, String tenant, String id) {
    return new DocumentKey(kind, tenant(tenant), id);
  }

  private DocumentKey schedule(String id) {
    return key(DocumentKind.SCHEDULE, "default", id);
  }

  private Document created(DocumentKey key, @Nullable Instant dueAt) {
    return documents().create(key, "{}", dueAt).orElseThrow();
  }

  private List<String> due(int limit) {
    return documents().due(DocumentKind.SCHEDULE, limit).stream()
        .map(document -> document.key().id())
        .toList();
  }

  @Test
  default void a_new_store_has_no_documents() {
    assertThat(documents().find(KEY)).isEmpty();
    assertThat(documents().list(DocumentKind.POLICY, null, null, 10).items()).isEmpty();
    assertThat(documents().due(DocumentKind.POLICY, 10)).isEmpty();
  }

  @Test
  default void a_check_that_the_store_takes_writes_can_be_repeated_and_leaves_no_document() {
    store().checkWritable();
    store().checkWritable();

    assertThat(store().outage()).isEmpty();
    for (DocumentKind kind : DocumentKind.values()) {
      assertThat(documents().list(kind, null, null, 10).items()).isEmpty();
    }
  }

  @Test
  default void a_document_is_created_with_version_1_and_kept_as_it_was_given() {
    String json = "{ \"b\": 1.50,\n \"a\": [null, \"é😀\\u0000\"] }";
    Document made = documents().create(KEY, json, START.plusSeconds(9)).orElseThrow();

    assertThat(made).isEqualTo(new Document(KEY, 1, json, START.plusSeconds(9), START, START));
    assertThat(documents().find(KEY)).contains(made);
  }

  @Test
  default void a_document_that_exists_is_not_created_again() {
    Document made = created(KEY, null);

    assertThat(documents().create(KEY, "[2]", START)).isEmpty();
    assertThat(documents().find(KEY)).contains(made);
  }

  @Test
  default void replacing_the_version_that_is_there_makes_the_next_one() {
    created(KEY, START);
    advance(Duration.ofSeconds(5));
    Document second = documents().replace(KEY, 1, "[2]", null).orElseThrow();

    assertThat(second).isEqualTo(new Document(KEY, 2, "[2]", null, START, START.plusSeconds(5)));
    assertThat(documents().find(KEY)).contains(second);
    assertThat(documents().replace(KEY, 2, "[3]", null).orElseThrow().version()).isEqualTo(3);
  }

  @Test
  default void replacing_a_version_that_is_not_there_changes_nothing() {
    created(KEY, null);
    Document second = documents().replace(KEY, 1, "[2]", null).orElseThrow();

    assertThat(documents().replace(KEY, 1, "[3]", START)).isEmpty();
    assertThat(documents().replace(KEY, 3, "[3]", START)).isEmpty();
    assertThat(documents().replace(schedule("mail"), 2, "[3]", START)).isEmpty();
    assertThat(documents().find(KEY)).contains(second);
  }

  @Test
  default void only_the_version_that_is_there_is_deleted() {
    created(KEY, null);
    documents().replace(KEY, 1, "[2]", null);

    assertThat(documents().delete(KEY, 1)).isFalse();
    assertThat(documents().find(KEY)).isPresent();
    assertThat(documents().delete(KEY, 2)).isTrue();
    assertThat(documents().find(KEY)).isEmpty();
    assertThat(documents().delete(KEY, 2)).isFalse();
    assertThat(documents().replace(KEY, 2, "[3]", null)).isEmpty();
  }

  @Test
  default void a_deleted_document_can_be_created_again() {
    created(KEY, null);
    documents().delete(KEY, 1);
    advance(Duration.ofSeconds(5));

    assertThat(created(KEY, null).createdAt()).isEqualTo(START.plusSeconds(5));
  }

  @Test
  default void documents_are_due_by_the_stores_clock_earliest_first() {
    created(schedule("late"), START.plusSeconds(3));
    created(schedule("b"), START.plusSeconds(2));
    created(schedule("a"), START.plusSeconds(2));
    created(schedule("early"), START.plusSeconds(1));
    created(schedule("never"), null);
    created(key(DocumentKind.REDRIVE, "default", "other"), START);

    assertThat(due(10)).isEmpty();
    advance(Duration.ofSeconds(2).minus(TICK));
    assertThat(due(10)).containsExactly("early");
    advance(TICK);
    assertThat(due(10)).containsExactly("early", "a", "b");
    assertThat(due(2)).containsExactly("early", "a");
  }

  @Test
  default void what_is_due_follows_each_replacement() {
    created(schedule("a"), START);
    documents().replace(schedule("a"), 1, "{}", START.plusSeconds(10));
    assertThat(due(10)).isEmpty();

    documents().replace(schedule("a"), 2, "{}", START.minusSeconds(10));
    assertThat(due(10)).hasSize(1);
    documents().replace(schedule("a"), 3, "{}", null);
    assertThat(due(10)).isEmpty();
  }

  @Test
  default void times_are_kept_to_the_microsecond_and_within_ten_thousand_years() {
    assertThat(created(schedule("a"), START.plusNanos(1_999)).dueAt()).isEqualTo(START.plus(TICK));
    Instant latest = Instant.parse("9999-12-31T23:59:59Z");
    Instant earliest = Instant.parse("0001-01-01T00:00:00Z");
    assertThat(created(schedule("b"), Instant.MAX).dueAt()).isEqualTo(latest);
    assertThat(created(schedule("c"), Instant.MIN).dueAt()).isEqualTo(earliest);
    assertThat(documents().list(DocumentKind.SCHEDULE, null, null, 10).items())
        .extracting(Document::dueAt)
        .containsExactly(START.plus(TICK), latest, earliest);
  }

  @Test
  default void documents_are_listed_by_tenant_and_id_one_page_at_a_time() {
    List<DocumentKey> inOrder =
        Stream.of("B z", "a B", "a a", "a a b", "a é", "a \uffee", "a 😀", "b a")
            .map(name -> name.split(" ", 2))
            .map(tenantAndId -> key(DocumentKind.SCHEDULE, tenantAndId[0], tenantAndId[1]))
            .toList();
    List<DocumentKey> shuffled = new ArrayList<>(inOrder.subList(4, 8));
    shuffled.addAll(inOrder.subList(0, 4));
    shuffled.forEach(key -> created(key, null));
    created(KEY, null);

    assertThat(pages(null, 3)).containsExactlyElementsOf(inOrder);
    assertThat(pages(null, 1)).containsExactlyElementsOf(inOrder);
    assertThat(pages(null, 100)).containsExactlyElementsOf(inOrder);
    assertThat(pages(tenant("a"), 2)).containsExactlyElementsOf(inOrder.subList(1, 7));
    assertThat(pages(tenant("b"), 2)).containsExactlyElementsOf(inOrder.subList(7, 8));
    assertThat(pages(tenant("c"), 2)).isEmpty();
  }

  private List<DocumentKey> pages(@Nullable TenantId tenant, int size) {
    List<DocumentKey> all = new ArrayList<>();
    DocumentKey next = null;
    do {
      DocumentPage page = documents().list(DocumentKind.SCHEDULE, tenant, next, size);
      page.items().forEach(document -> all.add(document.key()));
      next = page.next();
      assertThat(next).isEqualTo(next == null ? null : all.get(all.size() - 1));
    } while (next != null);
    return all;
  }

  @Test
  default void the_same_id_in_another_kind_or_tenant_is_another_document() {
    List<DocumentKey> keys =
        List.of(KEY, schedule("mail"), key(DocumentKind.POLICY, "other", "mail"));
    keys.forEach(key -> created(key, null));
    assertThat(documents().delete(KEY, 1)).isTrue();

    assertThat(documents().find(keys.get(1))).isPresent();
    assertThat(documents().find(keys.get(2))).isPresent();
  }

  @Test
  default void ids_and_json_that_mean_something_to_databases_are_only_text() {
    String id = HostileTextContract.MEANING.replace("\t", "");
    String json = "{\"'; DROP TABLE x; --\":\"$$ $1 ? :name ${prefix} %_ \\\\ \u202e\"}";
    DocumentKey key = schedule(id);
    Document made = documents().create(key, json, null).orElseThrow();

    assertThat(made.key().id()).isEqualTo(id);
    assertThat(documents().find(key)).contains(made);
    assertThat(made.json()).isEqualTo(json);
    assertThat(documents().replace(key, 1, json, null)).isPresent();
    assertThat(documents().find(schedule("%"))).isEmpty();
    assertThat(documents().delete(key, 2)).isTrue();
  }

  @Test
  default void what_is_not_one_json_value_is_refused_and_changes_nothing() {
    created(KEY, null);
    String tooLong = "\"" + "x".repeat(Payload.MAX_BYTES - 1) + "\"";
    for (String json : List.of("", " ", "{", "{} {}", "{'a':1}", "\"\ud83d\"", "\"\0\"", tooLong)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> documents().create(schedule("x"), json, null))
          .withMessageStartingWith("document must be");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> documents().replace(KEY, 1, json, null));
    }
    assertThat(documents().find(schedule("x"))).isEmpty();
    assertThat(documents().find(KEY).orElseThrow().version()).isEqualTo(1);
  }

  @Test
  default void the_longest_json_is_kept_whole() {
    String json = "\"" + "é".repeat(Payload.MAX_BYTES / 2 - 1) + "\"";
    documents().create(KEY, json, null);

    assertThat(documents().find(KEY).orElseThrow().json()).isEqualTo(json);
  }

  @Test
  default void ids_that_stores_could_not_keep_are_refused() {
    assertThat(created(schedule("é".repeat(200)), null).key().id()).hasSize(200);
    for (String id : List.of("", "a\0b", "a\nb", "\u0085", "\ud83d", "x".repeat(201))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> schedule(id))
          .withMessageStartingWith("document id must be");
    }
  }

  @Test
  default void of_those_who_create_a_document_at_once_exactly_one_does() throws Exception {
    int rounds = 20;
    List<List<Optional<Document>>> answers =
        AllAtOnce.rounds(
            4,
            rounds,
            (i, round) -> documents().create(schedule("s" + round), "[" + i + "]", null));

    for (int round = 0; round < rounds; round++) {
      assertThat(winners(answers, round))
          .containsExactly(documents().find(schedule("s" + round)).orElseThrow());
    }
  }

  @Test
  default void of_those_who_replace_a_version_at_once_exactly_one_does() throws Exception {
    int rounds = 20;
    created(KEY, null);
    List<List<Optional<Document>>> answers =
        AllAtOnce.rounds(
            4, rounds, (i, round) -> documents().replace(KEY, round + 1, "[" + i + "]", null));

    for (int round = 0; round < rounds; round++) {
      assertThat(winners(answers, round)).extracting(Document::version).containsExactly(round + 2L);
    }
    assertThat(documents().find(KEY)).contains(winners(answers, rounds - 1).get(0));
  }

  private List<Document> winners(List<List<Optional<Document>>> answers, int round) {
    return answers.stream().flatMap(own -> own.get(round).stream()).toList();
  }
}
