package io.taskforge.retry;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A list of error types and HTTP status codes, which a policy retries or never retries.
 *
 * @param errors error types, in alphabetical order
 * @param statusCodes HTTP status codes from 100 to 599, in ascending order
 */
public record FailureFilter(SortedSet<ErrorType> errors, SortedSet<Integer> statusCodes) {
  public static final int MIN_STATUS = 100;
  public static final int MAX_STATUS = 599;

  /** The empty filter, which matches nothing. */
  public static final FailureFilter NONE = new FailureFilter(new TreeSet<>(), new TreeSet<>());

  public FailureFilter {
    errors = Collections.unmodifiableSortedSet(new TreeSet<>(errors));
    statusCodes = Collections.unmodifiableSortedSet(new TreeSet<>(statusCodes));
    for (int status : statusCodes) {
      if (status < MIN_STATUS || status > MAX_STATUS) {
        throw new IllegalArgumentException("HTTP status must be from 100 to 599 but was " + status);
      }
    }
  }

  /** Returns a filter of these error types and HTTP status codes. */
  public static FailureFilter of(Collection<ErrorType> errors, Collection<Integer> statusCodes) {
    return new FailureFilter(new TreeSet<>(errors), new TreeSet<>(statusCodes));
  }

  FailureFilter and(ErrorType... more) {
    TreeSet<ErrorType> all = new TreeSet<>(errors);
    all.addAll(List.of(more));
    return new FailureFilter(all, statusCodes);
  }

  FailureFilter andStatus(int... more) {
    TreeSet<Integer> all = new TreeSet<>(statusCodes);
    for (int code : more) {
      all.add(code);
    }
    return new FailureFilter(errors, all);
  }

  /** Whether the filter lists nothing. */
  public boolean isEmpty() {
    return errors.isEmpty() && statusCodes.isEmpty();
  }

  /** Whether the filter lists the failure's type, a broader type or its HTTP status. */
  public boolean matches(Failure failure) {
    if (isEmpty()) {
      return false; // the most common filter; avoids an iterator
    }
    Integer status = failure.statusCode();
    if (status != null && statusCodes.contains(status)) {
      return true;
    }
    for (ErrorType error : errors) {
      if (failure.is(error)) {
        return true;
      }
    }
    return false;
  }
}
