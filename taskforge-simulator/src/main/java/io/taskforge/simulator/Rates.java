package io.taskforge.simulator;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Formats rates for messages. */
final class Rates {
  private Rates() {}

  /** Returns at most three decimals, without an exponent. */
  static String text(double rate) {
    return Double.isFinite(rate)
        ? BigDecimal.valueOf(rate)
            .setScale(3, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        : Double.toString(rate);
  }
}
