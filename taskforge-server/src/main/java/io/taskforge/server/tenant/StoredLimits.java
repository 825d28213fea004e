package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.DocumentStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Stores the limits of tenants as documents. Thread-safe. */
public record StoredLimits(DocumentStore documents) {
  private static final String ID = "limits";

  /** A tenant's limits and their version, which is 1 when they are first set. */
  public record Versioned(TenantId tenant, TenantLimits limits, long version) {}

  public Optional<Versioned> find(TenantId tenant) {
    return documents.find(at(tenant)).map(StoredLimits::read);
  }

  /**
   * @param next the cursor of the next page, or null
   */
  public record Page(List<Versioned> items, @Nullable TenantId next) {}

  /** Returns a page of the tenants that have limits, by name. */
  public Page list(@Nullable TenantId after, int limit) {
    DocumentPage page =
        documents.list(DocumentKind.TENANT, null, after == null ? null : at(after), limit);
    List<Versioned> items = page.items().stream().map(StoredLimits::read).toList();
    return new Page(items, page.next() == null ? null : items.get(items.size() - 1).tenant());
  }

  /**
   * Replaces that version of a tenant's limits (compare-and-set); empty if it was changed
   * meanwhile.
   *
   * @param version 0 if there must be none
   */
  public Optional<Versioned> put(TenantId tenant, TenantLimits limits, long version) {
    Optional<Document> now =
        version == 0
            ? documents.create(at(tenant), write(limits), null)
            : documents.replace(at(tenant), version, write(limits), null);
    return now.map(StoredLimits::read);
  }

  /** Deletes that version of a tenant's limits; false if it was changed or deleted meanwhile. */
  public boolean delete(TenantId tenant, long version) {
    return documents.delete(at(tenant), version);
  }

  private static DocumentKey at(TenantId tenant) {
    return new DocumentKey(DocumentKind.TENANT, tenant, ID);
  }

  private static String write(TenantLimits limits) {
    ObjectNode json = Json.object();
    if (limits.maxWaiting() != null) {
      json.put("maxWaiting", limits.maxWaiting());
    }
    if (limits.jobsPerSecond() != null) {
      json.put("jobsPerSecond", limits.jobsPerSecond());
    }
    return Json.write(json);
  }

  private static Versioned read(Document document) {
    JsonNode json = Json.read(document.json());
    JsonNode waiting = json.get("maxWaiting");
    JsonNode rate = json.get("jobsPerSecond");
    return new Versioned(
        document.key().tenant(),
        new TenantLimits(
            waiting == null ? null : waiting.longValue(), rate == null ? null : rate.doubleValue()),
        document.version());
  }
}
