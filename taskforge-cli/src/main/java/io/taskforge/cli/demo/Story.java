package io.taskforge.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * One thing that the demo shows.
 *
 * @param name also the tenant of its jobs
 * @param about what the other side does to it
 * @param path what it calls at the endpoint, or null where a worker does the work
 * @param route where {@code request} is posted
 * @param request its job or schedule, as JSON
 * @param whenOver what is posted to without a body once it is over, or null
 * @param expected how it should end
 * @param notice what to look at when it has
 */
record Story(
    String name,
    String about,
    @Nullable String path,
    String route,
    String request,
    @Nullable String whenOver,
    Expectation expected,
    String notice) {}
