package io.taskforge.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * A scenario of the demo.
 *
 * @param name also the tenant of its jobs
 * @param about what the endpoint does
 * @param path the path that it calls at the endpoint, or null if a worker process runs it
 * @param route the API path for {@code request}
 * @param request its job or schedule, as JSON
 * @param whenOver the API path to post to after its end, or null
 * @param expected its expected end
 * @param notice what the result shows
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
