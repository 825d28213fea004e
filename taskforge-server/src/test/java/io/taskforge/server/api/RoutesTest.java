package io.taskforge.server.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The base class of tests of routes on one store. */
abstract class RoutesTest implements ServerUnderTest {
  @TempDir Path directory;
  TestServer server;

  @BeforeEach
  void start() {
    server = open();
  }

  /** Opens the server. */
  TestServer open() {
    return TestServer.onSqlite(directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  public TestServer server() {
    return server;
  }
}
