package io.taskforge.server.api;

import io.taskforge.server.http.OpenApi;
import java.util.List;
import java.util.Set;

/** The groups of operations in the OpenAPI document. */
final class Tags {
  static final List<OpenApi.Tag> ALL =
      List.of(
          tag("jobs", "Enqueue, inspect, cancel and retry jobs.", "jobs"),
          tag("calls", "Call an HTTP API in the background, once or on a schedule.", "calls"),
          tag("schedules", "Enqueue jobs by cron expression or at a given time.", "schedules"),
          tag("queues", "Configure, pause and measure queues.", "queues"),
          tag(
              "policies",
              "Retry policies: store them by name or job type, validate and preview.",
              "policies",
              "types"),
          tag(
              "dead-letters",
              "Jobs that will not be retried: inspect, group by cause and redrive.",
              "dead-letters",
              "failure-groups",
              "redrives"),
          tag(
              "workers",
              "Workers in any language: claim jobs and report the result.",
              "claims",
              "leases",
              "workers"),
          tag("webhooks", "Deliver events to URLs, signed and retried.", "webhooks"),
          tag("events", "Follow jobs and alerts as they change.", "events"),
          tag("alerts", "Alerts and the rules that raise them.", "alerts", "alert-rules"),
          tag("keys", "API keys, and what the caller's own key allows.", "keys", "caller"),
          tag("tenants", "Limits and statistics of tenants.", "tenants"),
          tag("audit", "The audit log.", "audit"),
          tag(
              "server",
              "Health, statistics and this document.",
              "healthz",
              "readyz",
              "metrics",
              "openapi.json",
              "stats"));

  private Tags() {}

  private static OpenApi.Tag tag(String name, String description, String... roots) {
    return new OpenApi.Tag(name, description, Set.of(roots));
  }
}
