package io.taskforge.server.api;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ApiOnSqliteTest extends ApiContract {
  @TempDir Path directory;

  @Override
  TestServer open() {
    return TestServer.onSqlite(directory);
  }
}
