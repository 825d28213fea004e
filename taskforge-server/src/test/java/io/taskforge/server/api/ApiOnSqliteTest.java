package io.taskforge.server.api;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class ApiOnSqliteTest extends ApiContract {
  @TempDir Path directory;

  @Override
  TestServer open() {
    return TestServer.onSqlite(directory);
  }
}
