package io.taskforge.server.alert;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Shows how many alerts are open, by rule. */
public final class AlertGauges implements MeterBinder {
  private final AlertWatch watch;

  /** Shows what {@code watch} saw last. */
  public AlertGauges(AlertWatch watch) {
    this.watch = watch;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (AlertRule rule : AlertRules.all()) {
      Gauge.builder("taskforge.alerts.open", watch, latest -> latest.open(rule))
          .description("Alerts that are open")
          .tag("rule", rule.name())
          .strongReference(true)
          .register(registry);
    }
  }
}
