package io.taskforge.server.api;

import io.taskforge.jdbc.PostgresJobStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ApiOnPostgresTest extends ApiContract {
  private static EmbeddedPostgres postgres;
  private static int schemas;

  @BeforeAll
  static void startDatabase() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    postgres.close();
  }

  @Override
  TestServer open() {
    return TestServer.on(
        clock ->
            PostgresJobStore.builder(postgres.getJdbcUrl("postgres", "postgres"))
                .schema("api_" + ++schemas)
                .clock(clock)
                .build());
  }
}
