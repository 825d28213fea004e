package io.taskforge.architecture.broken;

import io.taskforge.server.Server;

/** Depends on the server from outside of the server and the CLI. */
final class UsesTheServer {
  final Class<?> server = Server.class;
}
