package io.taskforge.server.alert;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.taskforge.job.TenantId;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows how many alerts are open, by rule and by tenant, and how many there was no room for. The
 * first {@value #MOST_TENANTS} tenants that have an alert have a gauge of their own; the rest share
 * one.
 */
public final class AlertGauges implements MeterBinder {
  static final int MOST_TENANTS = 100;
  private static final String OTHER = "other";

  private final AlertWatch watch;

  /** Shows what {@code watch} saw last. */
  public AlertGauges(AlertWatch watch) {
    this.watch = watch;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Binding binding = new Binding(registry);
    for (AlertRule rule : AlertRules.all()) {
      binding.gauge(
          "taskforge.alerts.open",
          "Alerts that are open",
          Tags.of("rule", rule.name()),
          courses -> courses.open(rule.name()));
    }
    binding.gauge(
        "taskforge.alerts.held.back",
        "What is wrong without an alert, because as many are open as may be",
        Tags.empty(),
        Conditions::heldBack);
    watch.whenSeen(binding::arrived);
  }

  /** The gauges in one registry. */
  private static final class Binding {
    private final MeterRegistry registry;
    private final Set<TenantId> named = new HashSet<>(); // guarded by this
    private volatile @Nullable Conditions latest;
    private boolean others; // guarded by this

    Binding(MeterRegistry registry) {
      this.registry = registry;
    }

    /** A tenant gets its gauge with its first alert. */
    synchronized void arrived(Conditions courses) {
      latest = courses;
      for (TenantId tenant : courses.openByTenant().keySet()) {
        boolean room = named.size() < MOST_TENANTS && !tenant.value().equals(OTHER);
        if (room && named.add(tenant)) {
          tenantGauge(tenant.value(), now -> open(now, tenant));
        } else if (!named.contains(tenant) && !others) {
          others = true;
          tenantGauge(OTHER, this::openOfOthers);
        }
      }
    }

    private static double open(Conditions courses, TenantId tenant) {
      return courses.open(condition -> condition.place().tenant().equals(tenant));
    }

    private synchronized double openOfOthers(Conditions courses) {
      return courses.open(condition -> !named.contains(condition.place().tenant()));
    }

    private void tenantGauge(String tenant, ToDoubleFunction<Conditions> value) {
      gauge(
          "taskforge.tenant.alerts.open",
          "Alerts of a tenant that are open",
          Tags.of("tenant", tenant),
          value);
    }

    private void gauge(String name, String meaning, Tags tags, ToDoubleFunction<Conditions> value) {
      Gauge.builder(name, this, binding -> binding.read(value))
          .description(meaning)
          .tags(tags)
          .strongReference(true)
          .register(registry);
    }

    /** NaN before this node has looked for the first time. */
    private double read(ToDoubleFunction<Conditions> value) {
      Conditions courses = latest;
      return courses == null ? Double.NaN : value.applyAsDouble(courses);
    }
  }
}
