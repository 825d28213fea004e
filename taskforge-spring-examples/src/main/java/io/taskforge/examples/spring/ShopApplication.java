package io.taskforge.examples.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The application. */
@SpringBootApplication
public class ShopApplication {
  public static void main(String[] args) {
    SpringApplication.run(ShopApplication.class, args);
  }

  /** A PostgreSQL server that starts with the application, unless the properties name another. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(
      name = "spring.datasource.url",
      matchIfMissing = true,
      havingValue = "none")
  static class Database {
    @Bean
    EmbeddedPostgres postgres() throws IOException {
      return EmbeddedPostgres.start();
    }

    @Bean
    DataSource dataSource(EmbeddedPostgres postgres) {
      return postgres.getPostgresDatabase();
    }
  }
}
