package io.taskforge.server.webhook;

/** A webhook and the version under which it is stored. */
public record StoredWebhook(Webhook webhook, long version) {}
