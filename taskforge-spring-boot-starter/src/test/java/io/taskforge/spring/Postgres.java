package io.taskforge.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Applications on one PostgreSQL server for all tests of a JVM. */
final class Postgres {
  private static final EmbeddedPostgres SERVER = start();

  private Postgres() {}

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts an application whose jobs are in tables of their own. */
  static ConfigurableApplicationContext run(Class<?> source, String prefix, String... arguments) {
    SpringApplication application = new SpringApplication(source);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setRegisterShutdownHook(false);
    String[] all = new String[arguments.length + 4];
    all[0] = "--spring.datasource.url=" + SERVER.getJdbcUrl("postgres", "postgres");
    all[1] = "--spring.taskforge.store.prefix=" + prefix;
    all[2] = "--spring.taskforge.worker.poll-interval=50ms";
    all[3] = "--spring.main.banner-mode=off";
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return application.run(all);
  }
}
