package io.taskforge.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An SQL statement with {@code :named} parameters, translated for JDBC: <code>${prefix}</code> is
 * replaced by the table prefix and each parameter by a question mark.
 */
public final class NamedSql {
  // Does not match the second colon of a cast.
  private static final Pattern PARAMETER = Pattern.compile("(?<![:\\w]):([a-z][a-z0-9_]*)");

  private final String sql;
  private final Map<String, List<Integer>> positions = new HashMap<>();
  private final int parameters;

  private NamedSql(String text, String prefix) {
    Matcher matcher = PARAMETER.matcher(text.replace("${prefix}", prefix));
    StringBuilder result = new StringBuilder();
    int position = 0;
    while (matcher.find()) {
      position++;
      positions.computeIfAbsent(matcher.group(1), name -> new ArrayList<>()).add(position);
      matcher.appendReplacement(result, "?");
    }
    this.sql = matcher.appendTail(result).toString();
    this.parameters = position;
  }

  /** All statements of one store, each parsed once. Thread-safe. */
  public static final class Cache {
    private final String prefix;
    private final Map<String, NamedSql> parsed = new ConcurrentHashMap<>();

    /** Creates a cache of statements on tables whose names begin with {@code prefix}. */
    public Cache(String prefix) {
      this.prefix = prefix;
    }

    /** Returns the parsed statement. */
    public NamedSql get(String text) {
      NamedSql known = parsed.get(text);
      return known != null ? known : parsed.computeIfAbsent(text, t -> new NamedSql(t, prefix));
    }
  }

  /** The statement with question marks. */
  public String sql() {
    return sql;
  }

  /** Whether the statement has a parameter of this name. */
  public boolean has(String name) {
    return positions.containsKey(name);
  }

  /** The positions of a parameter; the first is 1. */
  List<Integer> positions(String name) {
    return Objects.requireNonNull(
        positions.get(name), () -> "the statement has no parameter :" + name);
  }

  /** The number of question marks. */
  int parameters() {
    return parameters;
  }
}
