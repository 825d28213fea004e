package io.taskforge.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Marks a method of a bean that runs the jobs of a type.
 *
 * <pre>{@code
 * @JobHandler("send-mail")
 * void send(Mail mail, JobContext context) { … }
 * }</pre>
 *
 * <p>The method takes the payload, a {@link io.taskforge.job.JobContext}, both or neither. It
 * returns nothing, an {@link io.taskforge.job.Outcome}, or a result that is kept with the job. If
 * it throws, the retry policy decides. If it is {@code @Transactional} on the job store's database
 * and returns nothing, its writes and the job's completion are committed together; the transaction
 * is rolled back whenever it throws.
 *
 * <p>A bean that implements {@link io.taskforge.job.JobHandler} needs no annotation if its name is
 * the job type; otherwise annotate its class or its {@code @Bean} method.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Reflective(HandlerHints.class)
public @interface JobHandler {
  /** The job type: the stored name, independent of class and method names. */
  String value();
}
