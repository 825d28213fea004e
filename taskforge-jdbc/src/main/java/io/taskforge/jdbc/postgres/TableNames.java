package io.taskforge.jdbc.postgres;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a store's tables, or null for the connection's current schema, and the prefix of
 * their names.
 */
record TableNames(@Nullable String schema, String prefix) {
  // Unquoted identifiers only, which need no escaping.
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  // PostgreSQL truncates identifiers to 63 bytes; the longest name has 27 after the prefix.
  private static final Pattern PREFIX = Pattern.compile("([a-z_][a-z0-9_]{0,29})?");

  static final TableNames DEFAULT = new TableNames(null, "taskforge_");

  TableNames {
    if (schema != null && !SCHEMA.matcher(schema).matches()) {
      throw new IllegalArgumentException(
          "schema must match %s but was '%s'".formatted(SCHEMA, schema));
    }
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "table prefix must match %s but was '%s'".formatted(PREFIX, prefix));
    }
  }

  /** The prefix of a table name in a statement, with the schema. */
  String qualified() {
    return schema == null ? prefix : schema + "." + prefix;
  }
}
