package io.taskforge.spring.test;

import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import io.taskforge.spring.autoconfigure.TaskForgeTestAutoConfiguration;
import io.taskforge.spring.autoconfigure.TaskForgeTracingAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.annotation.AliasFor;

/**
 * A test of handlers with jobs in memory and a clock that the test moves. Inject {@link
 * io.taskforge.testing.TestForge}: {@code runDue()} runs due jobs in the test's thread, {@code
 * advance(…)} moves the clock. The application's own classes use the same {@code TaskForge}.
 *
 * <pre>{@code
 * @TaskForgeTest(classes = MailHandlers.class)
 * class MailHandlersTest {
 *   @Autowired TestForge forge;
 * }
 * }</pre>
 *
 * <p>With {@code classes}, the context has these beans only; without, it is the whole application
 * except for the dashboard, with a mock web environment. Needs {@code taskforge-testing} and {@code
 * spring-boot-starter-test}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest
@ImportAutoConfiguration({
  TaskForgeTestAutoConfiguration.class,
  TaskForgeTracingAutoConfiguration.class,
  TaskForgeAutoConfiguration.class
})
public @interface TaskForgeTest {
  /** The handlers and what they need; the whole application if empty. */
  @AliasFor(annotation = SpringBootTest.class, attribute = "classes")
  Class<?>[] classes() default {};

  /** Properties in the form {@code key=value}. */
  @AliasFor(annotation = SpringBootTest.class, attribute = "properties")
  String[] properties() default {};
}
