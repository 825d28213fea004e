package io.taskforge.spring.autoconfigure;

import io.taskforge.JobType;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobTypeName;
import io.taskforge.spring.Recurring;
import io.taskforge.spring.Retry;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A handler found in the application context.
 *
 * @param description what messages call it
 * @param method the annotated method; null for a bean that implements {@link JobHandler}
 * @param event the class of the events that become its jobs, or null
 */
record HandlerBean<T>(
    String description,
    JobType<T> type,
    JobHandler<T> handler,
    @Nullable Retry retry,
    @Nullable Recurring recurring,
    @Nullable Method method,
    @Nullable Class<?> event) {
  JobTypeName name() {
    return type.name();
  }
}
