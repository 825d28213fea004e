package io.taskforge.spring.autoconfigure;

import io.taskforge.AmbientTransactions;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobHandler;
import io.taskforge.job.Outcome;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.util.StringUtils;

/**
 * Begins the transaction of a {@code @Transactional} handler, which the handler's own proxy joins,
 * and completes the job in it before the commit. A handler that throws is rolled back, whatever its
 * rollback rules say: the attempt failed, and a retry repeats its writes.
 *
 * <p>A handler of jobs that are in another database, or with another propagation than REQUIRED has
 * its own transaction, and its job is completed after it.
 */
final class CompletionInTransaction implements HandlerWrapper {
  private final TransactionAttributeSource attributes =
      new AnnotationTransactionAttributeSource(false);
  private final BeanFactory beans;
  private final Supplier<AmbientTransactions> transactions;

  /**
   * @param transactions asked for when the first job runs: the store may need the handlers
   */
  CompletionInTransaction(BeanFactory beans, Supplier<AmbientTransactions> transactions) {
    this.beans = beans;
    this.transactions = transactions;
  }

  @Override
  public JobHandler<Object> around(Method method, Class<?> owner, JobHandler<Object> handler) {
    TransactionAttribute attribute = attributes.getTransactionAttribute(method, owner);
    if (attribute == null
        || attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_REQUIRED) {
      return handler;
    }
    return (payload, context) -> handle(attribute, handler, payload, context);
  }

  private Outcome handle(
      TransactionAttribute attribute,
      JobHandler<Object> handler,
      Object payload,
      JobContext context)
      throws Exception {
    AmbientTransactions ambient = transactions.get();
    PlatformTransactionManager manager =
        ambient == AmbientTransactions.NONE ? null : manager(attribute.getQualifier());
    if (manager == null) {
      return handler.handle(payload, context);
    }
    TransactionStatus status = manager.getTransaction(attribute);
    Outcome outcome;
    try {
      outcome = handler.handle(payload, context);
      if (outcome.equals(Outcome.DONE)) {
        ambient.current().ifPresent(context::completeIn);
      }
    } catch (Throwable e) {
      rollBack(manager, status, e);
      throw e;
    }
    manager.commit(status);
    return outcome;
  }

  private static void rollBack(
      PlatformTransactionManager manager, TransactionStatus status, Throwable cause) {
    try {
      manager.rollback(status);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /** Null if the application has none: then its own annotation has no effect either. */
  private @Nullable PlatformTransactionManager manager(@Nullable String qualifier) {
    return StringUtils.hasText(qualifier)
        ? BeanFactoryAnnotationUtils.qualifiedBeanOfType(
            beans, PlatformTransactionManager.class, qualifier)
        : beans.getBeanProvider(PlatformTransactionManager.class).getIfAvailable();
  }
}
