package io.taskforge.cli.client;

/**
 * One server-sent event.
 *
 * @param id its number, as text; empty if it has none
 * @param name its kind
 * @param data what it says
 */
public record ServerEvent(String id, String name, String data) {}
