package io.taskforge.failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Failure classification: turns exceptions (by class, including causes) and reported errors (by
 * type and HTTP status) into a {@link Failure}. Pure and immutable; {@code with…} methods return a
 * copy, and the last mapping added for the same key wins. The built-in mappings are in {@code
 * KnownExceptions} and {@code HttpStatuses}.
 */
public final class FailureClassifier {
  // Also ends chains whose getCause returns a new exception each time.
  private static final int MAX_EXCEPTIONS = 50;
  private static final int MAX_NAMES = 100;
  private static final FailureClassifier STANDARD =
      new FailureClassifier(KnownExceptions.BY_CLASS_NAME, KnownExceptions.KINDS, Map.of());

  // A failure names the same few classes again and again.
  private static final ClassValue<List<ErrorType>> NAMES =
      new ClassValue<>() {
        @Override
        protected List<ErrorType> computeValue(Class<?> type) {
          return List.of(ErrorType.of(type.asSubclass(Throwable.class)), simpleName(type));
        }
      };

  private final Map<String, Meaning> byClassName;
  private final Map<ErrorType, FailureKind> kinds;
  private final Map<Integer, FailureKind> statusKinds;

  private FailureClassifier(
      Map<String, Meaning> byClassName,
      Map<ErrorType, FailureKind> kinds,
      Map<Integer, FailureKind> statusKinds) {
    this.byClassName = byClassName;
    this.kinds = kinds;
    this.statusKinds = statusKinds;
  }

  record Meaning(ErrorType type, FailureKind kind) {}

  /** Returns the classifier with the built-in mappings. */
  public static FailureClassifier standard() {
    return STANDARD;
  }

  /**
   * Returns this classifier with a mapping for {@code exception} and those of its subclasses that
   * have no mapping of their own.
   */
  public FailureClassifier with(
      Class<? extends Throwable> exception, ErrorType type, FailureKind kind) {
    return with(exception.getName(), type, kind);
  }

  /**
   * Returns this classifier with a mapping for an exception class that need not be on the class
   * path.
   */
  public FailureClassifier with(String exceptionClassName, ErrorType type, FailureKind kind) {
    Map<String, Meaning> more = new TreeMap<>(byClassName);
    more.put(exceptionClassName, new Meaning(type, kind));
    return new FailureClassifier(more, kinds, statusKinds);
  }

  /** Returns this classifier with the kind of an error type that handlers name. */
  public FailureClassifier with(ErrorType type, FailureKind kind) {
    Map<ErrorType, FailureKind> more = new TreeMap<>(kinds);
    more.put(type, kind);
    return new FailureClassifier(byClassName, more, statusKinds);
  }

  /** Returns this classifier with the kind of failures with this HTTP status. */
  public FailureClassifier withStatus(int status, FailureKind kind) {
    Map<Integer, FailureKind> more = new TreeMap<>(statusKinds);
    more.put(status, kind);
    return new FailureClassifier(byClassName, kinds, more);
  }

  /**
   * Classifies an error by its type and HTTP status. The kind is the reporter's; otherwise that of
   * the type, of the status, or transient.
   */
  public Failure classify(ReportedError error, String message) {
    return failure(error, new TreeSet<>(), message, "");
  }

  /**
   * Classifies an exception thrown by a handler. The first exception with a mapping decides, from
   * the outermost through its causes to the suppressed exceptions. Without any mapping, the type is
   * the simple class name of the outermost exception that is not a wrapper such as
   * ExecutionException.
   */
  public Failure classify(Throwable thrown) {
    List<Throwable> chain = chain(thrown);
    Set<ErrorType> names = names(chain);
    String stack = StackTraceText.of(thrown);
    for (Throwable link : chain) {
      if (link instanceof HandlerFailure given) {
        return given(given, names, stack);
      }
      Meaning meaning = meaningOf(link);
      if (meaning != null) {
        ReportedError error = ReportedError.of(meaning.type()).kind(meaning.kind());
        return failure(error, names, StackTraceText.message(link), stack);
      }
    }
    Throwable outermost =
        chain.stream().filter(link -> !KnownExceptions.isWrapper(link)).findFirst().orElse(thrown);
    ReportedError error = ReportedError.of(simpleName(outermost.getClass()));
    return failure(error, names, StackTraceText.message(outermost), stack);
  }

  private Failure given(HandlerFailure given, Set<ErrorType> names, String stack) {
    Failure failure =
        failure(given.error(), names, StackTraceText.message(given), stack)
            .withRetryAfter(given.retryAfter())
            .withRequestedDelay(given.requestedDelay());
    return given.retryForbidden() ? failure.withRetryForbidden() : failure;
  }

  /** All failures are classified here, whether thrown or reported. */
  private Failure failure(ReportedError error, Set<ErrorType> names, String message, String stack) {
    Integer status = error.statusCode();
    if (status != null) {
      names.addAll(HttpStatuses.alsoKnownAs(status));
    }
    ErrorType broader = KnownExceptions.BROADER.get(error.type());
    if (broader != null) {
      names.add(broader);
    }
    return Failure.of(error.type(), kindOf(error), message)
        .withAlsoKnownAs(names)
        .withStackTrace(stack)
        .withStatusCode(status);
  }

  private FailureKind kindOf(ReportedError error) {
    FailureKind claimed = error.kind();
    if (claimed != null) {
      return claimed;
    }
    FailureKind ofType = kinds.get(error.type());
    if (ofType != null) {
      return ofType;
    }
    Integer status = error.statusCode();
    if (status == null) {
      return FailureKind.TRANSIENT;
    }
    FailureKind ofStatus = statusKinds.get(status);
    return ofStatus == null ? HttpStatuses.kind(status) : ofStatus;
  }

  /** All causes in order, then their suppressed exceptions, each once. */
  private static List<Throwable> chain(Throwable thrown) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> chain = new ArrayList<>();
    Deque<Throwable> suppressed = new ArrayDeque<>();
    for (Throwable start = thrown; start != null; start = suppressed.poll()) {
      for (Throwable link = start;
          link != null && chain.size() < MAX_EXCEPTIONS && seen.add(link);
          link = StackTraceText.causeOf(link)) {
        chain.add(link);
        suppressed.addAll(List.of(link.getSuppressed()));
      }
    }
    return chain;
  }

  private @Nullable Meaning meaningOf(Throwable link) {
    for (Class<?> type = link.getClass(); type != null; type = type.getSuperclass()) {
      Meaning meaning = byClassName.get(type.getName());
      if (meaning != null) {
        return meaning;
      }
    }
    return null;
  }

  /** The full and simple class names in the chain, so that policies can match any of them. */
  private static Set<ErrorType> names(List<Throwable> chain) {
    Set<ErrorType> names = new TreeSet<>();
    for (Throwable link : chain) {
      for (Class<?> type = link.getClass();
          type != Object.class && names.size() < MAX_NAMES;
          type = type.getSuperclass()) {
        names.addAll(NAMES.get(type));
      }
    }
    return names;
  }

  /** The class name without its package; getSimpleName is empty for anonymous classes. */
  private static ErrorType simpleName(Class<?> type) {
    String name = type.getName();
    String simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    boolean anonymous = simple.isEmpty() || Character.isDigit(simple.charAt(0));
    String chosen = anonymous ? name.substring(name.lastIndexOf('.') + 1) : simple;
    return ErrorType.isLegal(chosen) ? ErrorType.of(chosen) : ErrorType.of("unnamed_exception");
  }
}
