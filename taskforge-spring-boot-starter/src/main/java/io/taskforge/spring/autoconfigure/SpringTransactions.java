package io.taskforge.spring.autoconfigure;

import io.taskforge.AmbientTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Spring's transactions on a data source: those of JDBC, and those of JPA, which expose their
 * connection.
 */
final class SpringTransactions implements AmbientTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(SpringTransactions.class);

  private final DataSource dataSource;
  private final AtomicBoolean warned = new AtomicBoolean();

  SpringTransactions(DataSource dataSource) {
    DataSource target = dataSource;
    while (target instanceof TransactionAwareDataSourceProxy proxy) {
      target = Objects.requireNonNull(proxy.getTargetDataSource());
    }
    this.dataSource = target;
  }

  @Override
  public Optional<Connection> current() {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      return Optional.empty();
    }
    if (TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder bound
        && isInTransaction(bound.getConnection())) {
      return Optional.of(bound.getConnection());
    }
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "job enqueued outside of the active transaction, which is not on the job store's"
              + " DataSource; a rollback would keep the job");
    }
    return Optional.empty();
  }

  /** A connection that is only kept for the duration of another resource's transaction is not. */
  private static boolean isInTransaction(Connection connection) {
    try {
      return !connection.getAutoCommit();
    } catch (SQLException e) {
      throw new IllegalStateException("the transaction's connection can't be used", e);
    }
  }

  @Override
  public void afterCommit(Runnable action) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            action.run();
          }
        });
  }
}
