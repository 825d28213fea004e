package io.taskforge.store.memory;

import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentContent;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.PageBytes;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Documents in memory, under the store's monitor. */
final class MemoryDocuments implements DocumentStore {
  private final MemoryJobStore store;
  private final NavigableMap<DocumentKey, Document> documents = new TreeMap<>();

  MemoryDocuments(MemoryJobStore store) {
    this.store = store;
  }

  @Override
  public Optional<Document> find(DocumentKey key) {
    return store.read("read a document", () -> Optional.ofNullable(documents.get(key)));
  }

  @Override
  public DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    synchronized (store) {
      store.open("list documents");
      List<Document> found =
          of(kind)
              .filter(document -> tenant == null || document.key().tenant().equals(tenant))
              .filter(document -> after == null || isAfter(document.key(), after))
              .limit(limit + 1L)
              .toList();
      List<Document> page =
          PageBytes.cut(found.subList(0, Math.min(found.size(), limit)), PageBytes::of);
      boolean more = found.size() > page.size();
      return new DocumentPage(page, more ? page.get(page.size() - 1).key() : null);
    }
  }

  @Override
  public long count(DocumentKind kind, TenantId tenant) {
    return store.read(
        "count documents",
        () -> of(kind).filter(document -> document.key().tenant().equals(tenant)).count());
  }

  /** When a document of a kind was last written, or null. */
  @Nullable Instant lastChange(DocumentKind kind) {
    return of(kind).map(Document::changedAt).max(Comparator.naturalOrder()).orElse(null);
  }

  private static boolean isAfter(DocumentKey key, DocumentKey last) {
    return key.compareTo(new DocumentKey(key.kind(), last.tenant(), last.id())) > 0;
  }

  @Override
  public List<Document> due(DocumentKind kind, int limit) {
    synchronized (store) {
      store.open("read due documents");
      Instant now = store.now();
      return of(kind)
          .filter(document -> document.dueAt() != null && !document.dueAt().isAfter(now))
          .sorted(Comparator.comparing(MemoryDocuments::dueAt))
          .limit(limit)
          .toList();
    }
  }

  /** Returns the earliest due time of a kind. */
  @Nullable Instant nextDue(DocumentKind kind) {
    return of(kind)
        .map(Document::dueAt)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /** Returns names and versions of all policies. */
  String policies() {
    return Stream.concat(of(DocumentKind.POLICY), of(DocumentKind.JOB_TYPE))
        .map(policy -> policy.key() + " " + policy.version() + " " + policy.changedAt())
        .collect(Collectors.joining("\n"));
  }

  private static Instant dueAt(Document document) {
    return document.dueAt() == null ? Instant.MAX : document.dueAt();
  }

  private Stream<Document> of(DocumentKind kind) {
    return documents.values().stream().filter(document -> document.key().kind() == kind);
  }

  @Override
  public Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    synchronized (store) {
      store.open("create a document");
      Instant now = store.now();
      Document made = new Document(key, 1, content.json(), content.dueAt(), now, now);
      return documents.putIfAbsent(key, made) == null ? Optional.of(made) : Optional.empty();
    }
  }

  @Override
  public Optional<Document> replace(
      DocumentKey key, long version, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    synchronized (store) {
      store.open("replace a document");
      Document before = documents.get(key);
      if (before == null || before.version() != version) {
        return Optional.empty();
      }
      Document next =
          new Document(
              key, version + 1, content.json(), content.dueAt(), before.createdAt(), store.now());
      documents.put(key, next);
      return Optional.of(next);
    }
  }

  @Override
  public boolean delete(DocumentKey key, long version) {
    synchronized (store) {
      store.open("delete a document");
      Document before = documents.get(key);
      return before != null && before.version() == version && documents.remove(key, before);
    }
  }
}
