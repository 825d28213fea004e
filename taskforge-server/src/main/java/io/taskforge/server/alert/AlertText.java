package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Figures as the texts of alerts have them. */
final class AlertText {
  private AlertText() {}

  static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  /** At most one digit after the point. */
  static String number(double value) {
    return BigDecimal.valueOf(value)
        .setScale(1, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Whose something is, before it is told; nothing where nobody speaks of tenants. */
  static String of(TenantId tenant) {
    return tenant.equals(TenantId.DEFAULT) ? "" : "tenant " + tenant + ": ";
  }

  static Duration seconds(double value) {
    return Duration.ofMillis(Math.round(value * 1000));
  }

  static Duration known(@Nullable Duration window) {
    return window == null ? Duration.ZERO : window;
  }
}
