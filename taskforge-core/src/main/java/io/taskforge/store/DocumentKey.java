package io.taskforge.store;

import io.taskforge.job.TenantId;
import io.taskforge.text.BoundedText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Identifies a document by kind, tenant and id (1 to 200 characters without control characters).
 * Ordered by kind, tenant and id; ids by code points.
 */
public record DocumentKey(DocumentKind kind, TenantId tenant, String id)
    implements Comparable<DocumentKey> {
  private static final int MAX_ID = 200;
  private static final int SHOWN_BYTES = 1024;

  public DocumentKey {
    if (id.isEmpty()
        || id.length() > MAX_ID
        || id.chars().anyMatch(Character::isISOControl)
        || !StandardCharsets.UTF_8.newEncoder().canEncode(id)) {
      throw new IllegalArgumentException(
          "document id must be 1 to %d characters of well-formed text without control characters but was '%s'"
              .formatted(MAX_ID, BoundedText.of(id, SHOWN_BYTES)));
    }
  }

  @Override
  public int compareTo(DocumentKey other) {
    int byKind = kind.compareTo(other.kind);
    int byTenant = byKind != 0 ? byKind : tenant.compareTo(other.tenant);
    return byTenant != 0 ? byTenant : Arrays.compareUnsigned(bytes(id), bytes(other.id));
  }

  /** UTF-8 sorts by code points, like databases; Java strings do not. */
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return kind + " " + tenant + "/" + id;
  }
}
