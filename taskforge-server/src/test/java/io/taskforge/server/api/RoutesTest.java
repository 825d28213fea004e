package io.taskforge.server.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of routes on one store share. */
abstract class RoutesTest implements ServerUnderTest {
  @TempDir Path directory;
  TestServer server;

  @BeforeEach
  void start() {
    server = open();
  }

  /** Opens the server; another store is another subclass. */
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
