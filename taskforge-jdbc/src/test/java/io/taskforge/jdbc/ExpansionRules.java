package io.taskforge.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an expansion may do: a program of the version before it must still be able to read and write
 * every table. Statements that are not known to be harmless are rejected.
 */
final class ExpansionRules {
  private static final Pattern CREATED =
      Pattern.compile("create table (?:if not exists )?(\\S+).*");
  private static final Pattern ALTERED = Pattern.compile("alter table (\\S+) (.*)");
  private static final Pattern INDEX =
      Pattern.compile("create (unique )?index (?:if not exists )?\\S+ on (?:only )?(\\S+).*");
  private static final Pattern COLUMN = Pattern.compile("add column (?:if not exists )?\\S+ (.*)");
  private static final Pattern ROWS = Pattern.compile("(insert into|update) .*");
  private static final Pattern NEXT_ACTION = Pattern.compile(",(?= (?:add|drop|alter|rename) )");

  private ExpansionRules() {}

  /** Returns the first statement of an expansion that may break an earlier version. */
  static Optional<String> violation(Migration expansion) {
    Set<String> own = new HashSet<>(); // tables that no earlier version knows
    for (String statement : expansion.statements()) {
      String sql =
          statement
              .replaceAll("--[^\n]*", "")
              .replaceAll("\\s+", " ")
              .strip()
              .toLowerCase(Locale.ROOT);
      Matcher created = CREATED.matcher(sql);
      if (created.matches()) {
        own.add(created.group(1));
      } else if (!isHarmless(sql, own)) {
        return Optional.of(statement);
      }
    }
    return Optional.empty();
  }

  private static boolean isHarmless(String sql, Set<String> own) {
    Matcher index = INDEX.matcher(sql);
    if (index.matches()) { // a unique one may reject what an earlier version writes
      return index.group(1) == null || own.contains(index.group(2));
    }
    Matcher altered = ALTERED.matcher(sql);
    if (altered.matches()) {
      return own.contains(altered.group(1))
          || List.of(NEXT_ACTION.split(altered.group(2))).stream()
              .allMatch(action -> addsOptionalColumn(action.strip()));
    }
    return ROWS.matcher(sql).matches();
  }

  /** An earlier version inserts rows without the new column, and with values of its choice. */
  private static boolean addsOptionalColumn(String action) {
    Matcher column = COLUMN.matcher(action);
    if (!column.matches()) {
      return false;
    }
    String definition = column.group(1);
    return (!definition.contains("not null") || definition.contains("default"))
        && !definition.matches(".*\\b(unique|primary key|references)\\b.*");
  }
}
