package io.taskforge.spring.test;

import static io.taskforge.testing.JobAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.job.JobId;
import io.taskforge.spring.JobHandler;
import io.taskforge.spring.test.TransactionsInTestsTest.Application;
import io.taskforge.testing.TestForge;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Handlers with a database, whose jobs are in memory. */
@TaskForgeTest(classes = Application.class)
class TransactionsInTestsTest {
  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  @Import(Books.class)
  static class Application {
    @Bean
    DataSource dataSource() {
      return new SingleConnectionDataSource("jdbc:sqlite::memory:", true);
    }

    @Bean
    JdbcTemplate jdbc(DataSource dataSource) {
      JdbcTemplate jdbc = new JdbcTemplate(dataSource);
      jdbc.execute("CREATE TABLE book (title TEXT NOT NULL)");
      return jdbc;
    }

    @Bean
    PlatformTransactionManager transactions(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }
  }

  @Transactional
  static class Books {
    private final JdbcTemplate jdbc;

    Books(JdbcTemplate jdbc) {
      this.jdbc = jdbc;
    }

    @JobHandler("write")
    public void write() throws IOException {
      jdbc.update("INSERT INTO book VALUES ('Emma')");
      throw new IOException("a checked exception, after the write");
    }
  }

  @Autowired
  @SuppressWarnings("NullAway.Init")
  private TestForge forge;

  @Autowired
  @SuppressWarnings("NullAway.Init")
  private JdbcTemplate jdbc;

  @Test
  void a_handler_that_throws_a_checked_exception_is_rolled_back_as_in_production() {
    JobId id = forge.enqueue(JobRequest.of("write")).id();

    forge.runDue();

    assertThat(forge.job(id)).isRetrying();
    assertThat(jdbc.queryForList("SELECT title FROM book")).isEmpty();
  }
}
