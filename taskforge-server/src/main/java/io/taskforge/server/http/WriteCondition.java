package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants to be so before something is written, from {@code If-Match} and {@code
 * If-None-Match}.
 *
 * @param versions the ETags that are right; null for any, or for none at all
 * @param mustExist whether there must be such a thing already
 * @param mustBeNew whether there must be none yet
 */
public record WriteCondition(
    @Nullable List<String> versions, boolean mustExist, boolean mustBeNew) {
  private static final String ANY = "*";

  static WriteCondition of(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    if (ifNoneMatch != null && !ifNoneMatch.strip().equals(ANY)) {
      throw Problem.invalid(
              new Fault(
                  "If-None-Match", JsonValue.shown(new Field.QueryText(ifNoneMatch)), "must be *"))
          .exception();
    }
    return new WriteCondition(
        ifMatch == null || ifMatch.strip().equals(ANY) ? null : tags(ifMatch),
        ifMatch != null,
        ifNoneMatch != null);
  }

  private static List<String> tags(String ifMatch) {
    return Arrays.stream(ifMatch.split(",", -1))
        .map(tag -> tag.strip().replaceFirst("^W/", "").replace("\"", ""))
        .toList();
  }

  /** Whether nothing is asked for. */
  public boolean isNone() {
    return !mustExist && !mustBeNew;
  }

  /**
   * Refuses what does not meet it.
   *
   * @param version of the thing as it is; 0 if there is none
   */
  public void check(String what, long version) {
    if (mustBeNew && version != 0) {
      throw Problem.plain(
              412, "exists", "There already", what + " is there, and If-None-Match forbids that")
          .exception();
    }
    if ((mustExist && version == 0)
        || (versions != null && !versions.contains(Long.toString(version)))) {
      throw Problem.changedMeanwhile(what).exception();
    }
  }
}
