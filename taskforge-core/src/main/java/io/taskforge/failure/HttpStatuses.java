package io.taskforge.failure;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Failure classification of HTTP status codes. */
final class HttpStatuses {
  private static final Map<Integer, ErrorType> MEANINGS =
      Map.of(
          400, Errors.VALIDATION,
          401, Errors.UNAUTHORIZED,
          403, Errors.FORBIDDEN,
          404, Errors.NOT_FOUND,
          410, Errors.NOT_FOUND,
          422, Errors.VALIDATION,
          429, Errors.RATE_LIMITED);
  private static final Set<Integer> TRANSIENT_CLIENT_ERRORS = Set.of(408, 425);
  private static final Set<Integer> OVERLOAD = Set.of(429, 503);

  private static final Pattern TYPE = Pattern.compile("http_([1-5][0-9]{2})");

  private HttpStatuses() {}

  static ErrorType type(int status) {
    return ErrorType.of("http_" + status);
  }

  /** Returns the status of a type such as {@code http_404}, or null. */
  static @Nullable Integer statusOf(ErrorType type) {
    Matcher matcher = TYPE.matcher(type.name().toLowerCase(Locale.ROOT));
    return matcher.matches() ? Integer.valueOf(matcher.group(1)) : null;
  }

  /** {@code http_404} is also {@code http_4xx} and NotFoundError. */
  static Set<ErrorType> alsoKnownAs(int status) {
    Set<ErrorType> names = new TreeSet<>();
    names.add(ErrorType.of("http_" + status / 100 + "xx"));
    ErrorType meaning = MEANINGS.get(status);
    if (meaning != null) {
      names.add(meaning);
    }
    return names;
  }

  static FailureKind kind(int status) {
    if (OVERLOAD.contains(status)) {
      return FailureKind.OVERLOAD;
    }
    return status >= 500 || TRANSIENT_CLIENT_ERRORS.contains(status)
        ? FailureKind.TRANSIENT
        : FailureKind.PERMANENT;
  }
}
