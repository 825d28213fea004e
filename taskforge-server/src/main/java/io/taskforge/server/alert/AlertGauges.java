package io.taskforge.server.alert;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.taskforge.job.TenantId;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of open alerts by rule and by tenant, and of conditions without an alert because the limit
 * is reached. The first {@value #MAX_TENANTS} tenants with an alert have a gauge of their own; the
 * others share one. All are NaN until this node has read the conditions.
 */
public record AlertGauges(AlertWatch watch) implements MeterBinder {
  static final int MAX_TENANTS = 100;
  private static final String OTHER = "other";

  @Override
  public void bindTo(MeterRegistry registry) {
    for (AlertRule rule : AlertRules.all()) {
      gauge(
          registry,
          "taskforge.alerts.open",
          "Open alerts by rule",
          Tags.of("rule", rule.name()),
          conditions -> conditions.open(rule.name()));
    }
    gauge(
        registry,
        "taskforge.alerts.held.back",
        "Conditions without an alert because the limit of open alerts is reached",
        Tags.empty(),
        Conditions::heldBack);
    watch.onChange(new TenantGauges(registry)::update);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      Tags tags,
      ToDoubleFunction<Conditions> value) {
    Gauge.builder(name, watch, watched -> read(watched, value))
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }

  private static double read(AlertWatch watch, ToDoubleFunction<Conditions> value) {
    Conditions conditions = watch.conditions();
    return conditions == null ? Double.NaN : value.applyAsDouble(conditions);
  }

  /** The tenants' gauges in one registry; each is registered with its tenant's first alert. */
  private final class TenantGauges {
    private final MeterRegistry registry;
    private final Set<TenantId> named = new HashSet<>(); // guarded by this
    private boolean others; // guarded by this

    TenantGauges(MeterRegistry registry) {
      this.registry = registry;
    }

    synchronized void update(Conditions conditions) {
      for (TenantId tenant : conditions.openByTenant().keySet()) {
        boolean room = named.size() < MAX_TENANTS && !tenant.value().equals(OTHER);
        if (room && named.add(tenant)) {
          register(tenant.value(), now -> now.open(each -> each.subject().tenant().equals(tenant)));
        } else if (!named.contains(tenant) && !others) {
          others = true;
          register(OTHER, this::openOfOthers);
        }
      }
    }

    private synchronized double openOfOthers(Conditions conditions) {
      return conditions.open(each -> !named.contains(each.subject().tenant()));
    }

    private void register(String tenant, ToDoubleFunction<Conditions> value) {
      gauge(
          registry,
          "taskforge.tenant.alerts.open",
          "Open alerts by tenant",
          Tags.of("tenant", tenant),
          value);
    }
  }
}
