package io.taskforge.cli;

import io.taskforge.cli.output.Glyphs;
import io.taskforge.failure.ErrorType;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.FailureFilter;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.text.DurationText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A policy in a few words, for tables and headings. */
record PolicyDescription(Glyphs glyphs) {
  // A list may have a thousand delays or names; only the first few are shown.
  private static final int SHOWN = 8;
  private static final int LONGEST_NUMBER = 12;

  String strategy(Backoff backoff) {
    if (backoff instanceof Backoff.Fixed fixed) {
      return "fixed " + text(fixed.delay());
    } else if (backoff instanceof Backoff.Linear linear) {
      return "linear " + text(linear.initial()) + " + " + text(linear.increment());
    } else if (backoff instanceof Backoff.Exponential exponential) {
      String multiplier = plain(BigDecimal.valueOf(exponential.multiplier()));
      return "exponential " + text(exponential.initial()) + " " + glyphs.times() + multiplier;
    } else if (backoff instanceof Backoff.Fibonacci fibonacci) {
      return "fibonacci " + text(fibonacci.base());
    } else if (backoff instanceof Backoff.Listed list) {
      return "list " + few(list.delays().stream().map(PolicyDescription::text).toList());
    }
    return backoff.strategy();
  }

  String jitter(Jitter jitter) {
    return switch (jitter.type()) {
      case NONE -> "none";
      case PROPORTIONAL -> glyphs.plusMinus() + plain(percent(jitter.factor())) + "%";
      case FULL -> "full";
      case EQUAL -> "equal";
      case DECORRELATED -> "decorrelated";
    };
  }

  /** What the policy retries and what it never does. */
  String retried(RetryPolicy policy) {
    if (policy.maxRetries() == 0) {
      return "nothing";
    }
    String retried =
        policy.retryOn().isEmpty() ? "all but permanent failures" : names(policy.retryOn());
    return policy.neverOn().isEmpty() ? retried : retried + "; never " + names(policy.neverOn());
  }

  /** The policy in one line; what it retries is not in it. */
  String summary(RetryPolicy policy) {
    List<String> parts = new ArrayList<>();
    parts.add(strategy(policy.backoff()));
    parts.add("cap " + text(policy.maxDelay()));
    parts.add("jitter " + jitter(policy.jitter()));
    parts.add(policy.maxRetries() == 1 ? "1 retry" : policy.maxRetries() + " retries");
    Duration maxElapsed = policy.maxElapsed();
    if (maxElapsed != null) {
      parts.add("within " + text(maxElapsed));
    }
    return String.join(", ", parts);
  }

  private static String names(FailureFilter filter) {
    List<String> parts = new ArrayList<>();
    if (!filter.errors().isEmpty()) {
      parts.add(few(filter.errors().stream().map(ErrorType::name).toList()));
    }
    if (!filter.statusCodes().isEmpty()) {
      parts.add("HTTP " + few(filter.statusCodes().stream().map(String::valueOf).toList()));
    }
    return String.join(", ", parts);
  }

  private static String few(List<String> all) {
    String shown = all.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return all.size() <= SHOWN ? shown : shown + " and " + (all.size() - SHOWN) + " more";
  }

  private static String text(Duration duration) {
    return DurationText.forPeople(duration);
  }

  private static BigDecimal percent(double factor) {
    return BigDecimal.valueOf(factor).movePointRight(2).setScale(1, RoundingMode.HALF_UP);
  }

  private static String plain(BigDecimal number) {
    String plain = number.stripTrailingZeros().toPlainString();
    return plain.length() <= LONGEST_NUMBER ? plain : number.stripTrailingZeros().toString();
  }
}
