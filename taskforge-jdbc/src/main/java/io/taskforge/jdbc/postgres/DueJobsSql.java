package io.taskforge.jdbc.postgres;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and locks the due jobs of one lane after a given position, ordered by time. The index has
 * the type before the time, so that jobs of other types are never read.
 */
enum DueJobsSql {
  /** One index range, whose rows are locked one by one as they are read. */
  OF_ONE_TYPE(
      """
      SELECT r.ctid AS row_id, r.run_at, r.job_id FROM ${prefix}ready r
      WHERE r.queue = ${lane}.queue
        AND r.priority = ${lane}.priority
        AND r.tenant = ${lane}.tenant
        AND r.type = (:types::text[])[1]
        AND r.run_at <= ${now}
        AND r.run_at >= ${lane}.run_at
        AND (r.run_at, r.job_id) > (${lane}.run_at, ${lane}.job_id)
      ORDER BY r.run_at, r.job_id
      LIMIT ${most}
      FOR UPDATE SKIP LOCKED"""),

  // PostgreSQL can't merge index ranges and lock their rows in one step. So the first rows of each
  // range are read without a lock and sorted, and the first of these are locked by ctid. If other
  // workers have locked many of them already, the second, larger part is read.
  /** A range for each type, merged. */
  OF_MANY_TYPES(
      """
      SELECT one.row_id, one.run_at, one.job_id
      FROM (VALUES (0, ${most} + 100), (${most} + 100, 10 * ${most} + 1000)) AS part(skip, size)
      CROSS JOIN LATERAL (
        SELECT r.ctid AS row_id, r.run_at, r.job_id FROM ${prefix}ready r
        WHERE r.ctid = ANY (ARRAY(
          SELECT of_type.row_id
          FROM unnest(:types::text[]) AS t(type)
          CROSS JOIN LATERAL (
            SELECT f.ctid AS row_id, f.run_at, f.job_id FROM ${prefix}ready f
            WHERE f.queue = ${lane}.queue
              AND f.priority = ${lane}.priority
              AND f.tenant = ${lane}.tenant
              AND f.type = t.type
              AND f.run_at <= ${now}
              AND f.run_at >= ${lane}.run_at
              AND (f.run_at, f.job_id) > (${lane}.run_at, ${lane}.job_id)
            ORDER BY f.run_at, f.job_id
            LIMIT part.skip + part.size) of_type
          ORDER BY of_type.run_at, of_type.job_id
          OFFSET part.skip
          LIMIT part.size))
        ORDER BY r.run_at, r.job_id
        LIMIT ${most}
        FOR UPDATE SKIP LOCKED) one
      LIMIT ${most}""");

  private static final Pattern DUE = Pattern.compile("\\$\\{due of (\\w+) up to ([\\w.]+)}");

  private final String text;

  DueJobsSql(String text) {
    this.text = text;
  }

  /** Returns the variant for this number of types. */
  static DueJobsSql of(int types) {
    return types == 1 ? OF_ONE_TYPE : OF_MANY_TYPES;
  }

  /** Replaces each <code>${due of lane up to limit}</code> in a statement. */
  String in(String statement) {
    return DUE.matcher(statement)
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    text.replace("${lane}", place.group(1)).replace("${most}", place.group(2))));
  }
}
