package io.taskforge.server.api;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.server.webhook.StoredWebhook;
import io.taskforge.server.webhook.Webhook;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.server.webhook.WebhookEvent;
import io.taskforge.server.webhook.WebhookSettings;
import io.taskforge.server.webhook.Webhooks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** A webhook in requests and responses. Only the response to its creation has the secret. */
record WebhookFields(SsrfPolicy targets) {
  static final Schema EVENT =
      Schema.oneOf(Arrays.stream(WebhookEvent.values()).map(WebhookEvent::word).toArray());
  private static final String EXAMPLE =
      "{\"url\": \"https://example.com/hooks\", \"events\": [\"job.dead\"], \"queue\": \"mail\"}";
  private static final int NAME_BYTES = 200;
  private static final Field<String> NAME =
      Fields.boundedText("name", "a descriptive name", NAME_BYTES);
  private static final Field<String> URL =
      Field.text("url", "the http(s) URL that deliveries are sent to", text -> text).asRequired();
  private static final Field<List<WebhookEvent>> EVENTS =
      Field.list(
              "events",
              "the events to deliver; at least one",
              EVENT,
              100,
              value -> value.text(WebhookEvent::of))
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

  private static final View<WebhookSettings> SETTINGS =
      View.<WebhookSettings>of("SettingsOfWebhook")
          .text("name", WebhookSettings::name, "a descriptive name")
          .text("url", WebhookSettings::url, "the URL that deliveries are sent to")
          .key(
              "events",
              s -> s.events().stream().map(WebhookEvent::word).toList(),
              Schema.list(EVENT),
              "the events to deliver")
          .textOrNull("queue", WebhookSettings::queue, "only for jobs of this queue")
          .textOrNull("type", WebhookSettings::type, "only for jobs of this type")
          .bool("enabled", WebhookSettings::enabled, "whether events are delivered")
          .bool(
              "allTenants",
              WebhookSettings::allTenants,
              "whether alerts of all tenants are delivered");

  static final View<StoredWebhook> VIEW = view("Webhook");
  static final Schema WITH_SECRET =
      view("WebhookWithSecret")
          .required("secret", Schema.text(), "the signing secret, shown only now");

  Shape newShape() {
    List<Field<?>> fields = new ArrayList<>(PLAN);
    fields.add(Fields.TENANT);
    return new Shape("NewWebhook", fields).checking(this::check).example(EXAMPLE);
  }

  /** A webhook whose tenant is known. */
  Shape planShape() {
    return new Shape("WebhookSettings", PLAN).checking(this::check).example(EXAMPLE);
  }

  private void check(JsonValue sent, FieldValues values) {
    if (values.has(EVENTS) && values.required(EVENTS).isEmpty()) {
      sent.optional("events").fault("must have at least one event");
    }
    if (WebhookDelivery.TYPE.equals(values.get(TYPE))) {
      sent.optional("type")
          .shownAs(WebhookDelivery.TYPE.value())
          .fault("must be another type: deliveries have no webhook events");
    }
    if (values.has(URL)) {
      TargetUrl ignored = TargetUrl.read(sent.required("url"), targets);
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

  private static View<StoredWebhook> view(String name) {
    return View.<StoredWebhook>of(name)
        .text("id", s -> s.webhook().id(), "the webhook's id")
        .text("tenant", s -> s.webhook().tenant(), "the tenant")
        .with(SETTINGS, s -> s.webhook().settings())
        .timeOrNull(
            "disabledAt",
            off(Webhook.SwitchedOff::at),
            "when it was disabled because of its receiver's response")
        .textOrNull("disabledReason", off(Webhook.SwitchedOff::reason), "why it was disabled")
        .time("createdAt", s -> s.webhook().createdAt(), "when it was created")
        .timeOrNull(
            "oldSecretUntil",
            s -> s.webhook().oldSecretUntil().orElse(null),
            "until when deliveries are also signed with the previous secret")
        .integer("version", StoredWebhook::version, "the version, as in ETag");
  }

  private static View.Value<StoredWebhook> off(Function<Webhook.SwitchedOff, ?> value) {
    return stored -> stored.webhook().off() == null ? null : value.apply(stored.webhook().off());
  }

  static ObjectNode of(Webhooks.WithSecret made) {
    return VIEW.json(made.stored()).put("secret", made.secret());
  }
}
