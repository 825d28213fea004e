package io.taskforge.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * An event listener that a crash does not skip: the event becomes a job in the transaction in which
 * it is published (a transactional outbox), and the job calls the method, with retries.
 *
 * <pre>{@code
 * @DurableEventListener("order-confirmation")
 * @Retry(policy = "patient")
 * void confirm(OrderPlaced event) { … }
 * }</pre>
 *
 * <p>Where {@code @TransactionalEventListener} loses the event if the process dies after the commit
 * or if the method throws, this one runs it again. The event is stored as JSON and must be of
 * exactly the parameter's type. Several listeners of one event are several jobs.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Reflective(HandlerHints.class)
public @interface DurableEventListener {
  /** The job type: the stored name, independent of class and method names. */
  String value();
}
