package io.taskforge.cli.client;

/**
 * One server-sent event.
 *
 * @param id empty if it has none
 * @param name the type of the event
 * @param data its JSON
 */
public record ServerEvent(String id, String name, String data) {}
