package io.taskforge.server.http;

import io.taskforge.json.strict.JsonValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The precondition of a write, from {@code If-Match} and {@code If-None-Match}: optimistic locking.
 *
 * @param versions the accepted versions; null for any
 * @param mustExist whether the resource must exist
 * @param mustBeNew whether the resource must not exist
 */
public record Precondition(@Nullable List<String> versions, boolean mustExist, boolean mustBeNew) {
  private static final String ANY = "*";

  static Precondition of(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    if (ifNoneMatch != null && !ifNoneMatch.strip().equals(ANY)) {
      throw Problem.invalid(
          "If-None-Match", JsonValue.shown(new Field.QueryText(ifNoneMatch)), "must be *");
    }
    return new Precondition(
        ifMatch == null || ifMatch.strip().equals(ANY) ? null : tags(ifMatch),
        ifMatch != null,
        ifNoneMatch != null);
  }

  private static List<String> tags(String ifMatch) {
    return Arrays.stream(ifMatch.split(",", -1))
        .map(tag -> tag.strip().replaceFirst("^W/", "").replace("\"", ""))
        .toList();
  }

  public boolean isNone() {
    return !mustExist && !mustBeNew;
  }

  /**
   * Throws a 412 if the precondition is not met.
   *
   * @param version the current version; 0 if the resource does not exist
   */
  public void check(String what, long version) {
    if (mustBeNew && version != 0) {
      throw Problem.plain(
          412,
          "exists",
          "Already exists",
          what + " already exists; If-None-Match: * requires a new one");
    }
    if ((mustExist && version == 0)
        || (versions != null && !versions.contains(Long.toString(version)))) {
      throw Problem.plain(
          412,
          "changed",
          "Changed by another request",
          what + " does not have the version in If-Match; read it again before you change it");
    }
  }
}
