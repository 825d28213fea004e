package io.taskforge.failure;

import org.jspecify.annotations.Nullable;

/**
 * An error as its reporter names it: a handler, a remote worker, or the caller who asks for a
 * recommendation. {@link FailureClassifier#classify(ReportedError, String)} turns it into a {@link
 * Failure}.
 *
 * @param type the error type
 * @param statusCode the HTTP status, or null; a type such as {@code http_404} implies it
 * @param kind the kind that the reporter claims, or null; overrides the classifier's
 */
public record ReportedError(
    ErrorType type, @Nullable Integer statusCode, @Nullable FailureKind kind) {
  public ReportedError {
    if (statusCode == null) {
      statusCode = HttpStatuses.statusOf(type);
    }
  }

  /** Returns an error of this type, whose kind the classifier determines. */
  public static ReportedError of(ErrorType type) {
    return new ReportedError(type, null, null);
  }

  /** Returns the error of an unsuccessful HTTP response, of type {@code http_NNN}. */
  public static ReportedError ofStatus(int statusCode) {
    return new ReportedError(HttpStatuses.type(statusCode), statusCode, null);
  }

  /** Returns this error with the kind that its reporter claims. */
  public ReportedError kind(@Nullable FailureKind claimed) {
    return new ReportedError(type, statusCode, claimed);
  }
}
