package io.taskforge.audit;

import java.time.Instant;

/**
 * An audit entry as the store has it.
 *
 * @param sequence grows from entry to entry; there may be gaps
 * @param at when it was appended, by the store's clock
 */
public record AuditRecord(long sequence, Instant at, AuditEntry entry) {}
