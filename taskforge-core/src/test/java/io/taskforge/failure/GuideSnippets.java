package io.taskforge.failure;

import static java.time.Duration.ofSeconds;

import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;

/** The Java code of {@code docs/guides/failures.md}, compiled so that it stays correct. */
final class GuideSnippets {
  private GuideSnippets() {}

  private static final class StockGone extends RuntimeException {}

  static RetryPolicy lists() {
    // snippet:lists
    RetryPolicy policy =
        RetryPolicy.exponential(ofSeconds(1))
            .retryOn(Errors.TIMEOUT, Errors.CONNECTION_ERROR)
            .retryOnStatus(502, 503, 504)
            .never(IllegalArgumentException.class)
            .neverOnStatus(501);
    // end
    return policy;
  }

  static RetryPolicy everything() {
    // snippet:everything
    RetryPolicy policy = RetryPolicy.fixed(ofSeconds(30)).retryOn(ErrorType.ANY);
    // end
    return policy;
  }

  static FailureClassifier extending() {
    // snippet:extending
    FailureClassifier classifier =
        FailureClassifier.standard()
            .with(StockGone.class, ErrorType.of("out_of_stock"), FailureKind.PERMANENT)
            .with("com.example.QuotaException", Errors.RATE_LIMITED, FailureKind.OVERLOAD)
            .with(ErrorType.of("card_declined"), FailureKind.PERMANENT)
            .withStatus(404, FailureKind.TRANSIENT);
    // end
    return classifier;
  }

  static final class PaymentRefused extends Exception {
    private final String code;

    PaymentRefused(String code) {
      super("refused: " + code);
      this.code = code;
    }

    String code() {
      return code;
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  static HandlerFailure judged(PaymentRefused refused) {
    // snippet:judged
    HandlerFailure failure = HandlerFailure.of(ErrorType.of(refused.code()), refused.getMessage());
    HandlerFailure judged =
        switch (refused.code()) {
          case "card_declined" -> failure.doNotRetry();
          case "bank_closed" -> failure.retryIn(Duration.ofHours(1));
          case "too_many_requests" -> failure.kind(FailureKind.OVERLOAD);
          default -> failure; // the classifier decides
        };
    // end
    return judged;
  }

  static HandlerFailure later() {
    // snippet:later
    HandlerFailure failure =
        HandlerFailure.of(Errors.RATE_LIMITED, "quota used up").retryIn(ofSeconds(10));
    // end
    return failure;
  }

  static HandlerFailure never() {
    // snippet:never
    HandlerFailure failure =
        HandlerFailure.of(ErrorType.of("card_declined"), "no funds").doNotRetry();
    // end
    return failure;
  }

  static HandlerFailure answer(int status, String header, Instant now) {
    // snippet:answer
    Duration wait = RetryAfter.parse(header, now).orElse(Duration.ZERO);
    HandlerFailure failure = HandlerFailure.ofStatus(status, "no parcel label").retryAfter(wait);
    // end
    return failure;
  }
}
