package io.taskforge.server.api;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.json.Fault;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.server.webhook.WebhookEvent;
import io.taskforge.server.webhook.WebhookSettings;
import io.taskforge.text.BoundedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A webhook in a request body. */
final class WebhookFields {
  static final Schema EVENT =
      Schema.oneOf(Arrays.stream(WebhookEvent.values()).map(WebhookEvent::word).toArray());
  private static final String EXAMPLE =
      "{\"url\": \"https://example.com/hooks\", \"events\": [\"job.dead\"], \"queue\": \"mail\"}";
  private static final int NAME_BYTES = 200;
  private static final Field<String> NAME =
      Field.text("name", "a descriptive name", WebhookFields::name);
  private static final Field<String> URL =
      Field.text("url", "the http(s) URL that deliveries are sent to", text -> text).asRequired();
  private static final Field<List<WebhookEvent>> EVENTS =
      Field.list(
              "events",
              "the events to deliver; at least one",
              EVENT,
              100,
              node -> WebhookEvent.of(Field.string(node)))
          .asRequired();
  private static final Field<QueueName> QUEUE =
      Field.text("queue", "only for jobs of this queue", QueueName::new);
  private static final Field<JobTypeName> TYPE =
      Field.text("type", "only for jobs of this type", JobTypeName::new);
  private static final Field<Boolean> ENABLED =
      Field.bool("enabled", "whether events are delivered; true by default");
  private static final Field<Boolean> ALL_TENANTS =
      Field.bool(
          "allTenants",
          "whether to deliver alerts of every tenant; requires a key that is not bound to a tenant");
  private static final List<Field<?>> PLAN =
      List.of(NAME, URL, EVENTS, QUEUE, TYPE, ENABLED, ALL_TENANTS);

  private final SsrfPolicy targets;

  WebhookFields(SsrfPolicy targets) {
    this.targets = targets;
  }

  private static String name(String text) {
    if (!text.equals(BoundedText.of(text, NAME_BYTES))) {
      throw new IllegalArgumentException(
          "must be at most " + NAME_BYTES + " bytes of well-formed text without NUL");
    }
    return text;
  }

  /** A new webhook. */
  Shape newShape() {
    List<Field<?>> fields = new ArrayList<>(PLAN);
    fields.add(Fields.TENANT);
    return new Shape("NewWebhook", fields).checking(this::check).example(EXAMPLE);
  }

  /** A webhook whose tenant is known. */
  Shape planShape() {
    return new Shape("WebhookSettings", PLAN).checking(this::check).example(EXAMPLE);
  }

  private void check(JsonNode sent, FieldValues values, List<Fault> faults) {
    if (values.has(EVENTS) && values.required(EVENTS).isEmpty()) {
      faults.add(new Fault("events", "[]", "must have at least one event"));
    }
    if (WebhookDelivery.TYPE.equals(values.get(TYPE))) {
      faults.add(
          new Fault(
              "type",
              WebhookDelivery.TYPE.value(),
              "must be another type: deliveries have no webhook events"));
    }
    if (values.has(URL)) {
      checkUrl(values.required(URL), faults);
    }
  }

  // SSRF protection. Faults do not repeat the URL, which may contain a password.
  private void checkUrl(String text, List<Fault> faults) {
    try {
      TargetUrl url = TargetUrl.parse(text);
      Optional<String> blocked = targets.whyBlocked(url);
      blocked.ifPresent(
          why ->
              faults.add(
                  new Fault(
                      "url",
                      url.hostAndPort(),
                      "must be a target that the setting allowTargets allows: " + why)));
    } catch (IllegalArgumentException e) {
      faults.add(new Fault("url", "this URL", String.valueOf(e.getMessage())));
    }
  }

  /** Returns the settings of a request; only operators may set allTenants. */
  static WebhookSettings read(Request request) {
    WebhookSettings settings = read(request.body());
    if (settings.allTenants()) {
      request.caller().check(Access.shared(Scope.ADMIN));
    }
    return settings;
  }

  private static WebhookSettings read(FieldValues values) {
    return new WebhookSettings(
        values.get(NAME, ""),
        values.required(URL),
        EnumSet.copyOf(values.required(EVENTS)),
        values.get(QUEUE),
        values.get(TYPE),
        values.get(ENABLED, true),
        values.get(ALL_TENANTS, false));
  }
}
