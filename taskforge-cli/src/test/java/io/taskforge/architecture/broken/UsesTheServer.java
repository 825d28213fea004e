package io.taskforge.architecture.broken;

import io.taskforge.server.Server;

/** Is outside the server and the CLI, and depends on the server. */
final class UsesTheServer {
  final Class<?> server = Server.class;
}
