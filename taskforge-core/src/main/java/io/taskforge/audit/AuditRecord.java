package io.taskforge.audit;

import java.time.Instant;

/**
 * A stored audit entry.
 *
 * @param sequence increases with each entry; there may be gaps
 * @param at when it was appended, by the store's clock
 */
public record AuditRecord(long sequence, Instant at, AuditEntry entry) {}
