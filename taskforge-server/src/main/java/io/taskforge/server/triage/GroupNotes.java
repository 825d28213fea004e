package io.taskforge.server.triage;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Stores the notes on failure groups as documents. A tenant has its own notes, and the operators of
 * all tenants share theirs, because a group may contain failures of several tenants. Thread-safe.
 */
public record GroupNotes(DocumentStore documents) {
  /** The most notes of a tenant, and of the operators; the one changed first makes room. */
  static final int MAX = 1_000;

  private static final String OF_OPERATORS = "*/";

  /**
   * Returns the notes on all groups.
   *
   * @param tenant the tenant whose notes they are; null for those of the operators
   */
  public Map<FailureFingerprint, GroupNote> all(@Nullable TenantId tenant) {
    Map<FailureFingerprint, GroupNote> notes = new HashMap<>();
    documents.forEach(
        DocumentKind.FAILURE_GROUP,
        owner(tenant),
        document -> {
          String id = document.key().id();
          if (id.startsWith(OF_OPERATORS) == (tenant == null)) {
            notes.put(fingerprint(id), read(document));
          }
        });
    return notes;
  }

  /** Returns the note on a group; {@link GroupNote#NONE} if there is none. */
  public GroupNote find(@Nullable TenantId tenant, FailureFingerprint group) {
    return documents.find(key(tenant, group)).map(GroupNotes::read).orElse(GroupNote.NONE);
  }

  /**
   * Creates, replaces or, if it is empty, deletes a note (compare-and-set).
   *
   * @param version the version to replace; 0 if there must be none
   * @return empty if the stored version is another
   */
  public Optional<GroupNote> put(
      @Nullable TenantId tenant, FailureFingerprint group, GroupNote note, long version) {
    DocumentKey key = key(tenant, group);
    if (note.isEmpty()) {
      boolean gone = version == 0 ? documents.find(key).isEmpty() : documents.delete(key, version);
      return gone ? Optional.of(GroupNote.NONE) : Optional.empty();
    }
    if (version == 0) {
      makeRoom(tenant);
    }
    return documents.put(key, version, write(note), null).map(GroupNotes::read);
  }

  private void makeRoom(@Nullable TenantId tenant) {
    Map<FailureFingerprint, GroupNote> notes = all(tenant);
    if (notes.size() < MAX) {
      return;
    }
    notes.entrySet().stream()
        .min(Comparator.comparing(entry -> Objects.requireNonNull(entry.getValue().at())))
        .ifPresent(
            oldest -> {
              boolean ignored =
                  documents.delete(key(tenant, oldest.getKey()), oldest.getValue().version());
            });
  }

  private static DocumentKey key(@Nullable TenantId tenant, FailureFingerprint group) {
    String id = (tenant == null ? OF_OPERATORS : "") + group.value();
    return new DocumentKey(DocumentKind.FAILURE_GROUP, owner(tenant), id);
  }

  private static TenantId owner(@Nullable TenantId tenant) {
    return tenant == null ? TenantId.DEFAULT : tenant;
  }

  private static FailureFingerprint fingerprint(String id) {
    return new FailureFingerprint(
        id.startsWith(OF_OPERATORS) ? id.substring(OF_OPERATORS.length()) : id);
  }

  private static String write(GroupNote note) {
    return Json.write(
        Json.object()
            .put("owner", note.owner())
            .put("note", note.note())
            .put("muted", note.muted())
            .put("by", note.by()));
  }

  private static GroupNote read(Document document) {
    JsonNode json = Json.read(document.json());
    return new GroupNote(
        Json.optional(json, "owner", Function.identity()),
        Json.optional(json, "note", Function.identity()),
        json.required("muted").booleanValue(),
        Json.optional(json, "by", Function.identity()),
        document.changedAt(),
        document.version());
  }
}
