package io.taskforge.spring;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * An application that is started again in the same process, with its classes loaded again, as
 * Spring Boot's developer tools do.
 */
class RestartTest {
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(TaskForgeAutoConfiguration.class)
  public static class Application {
    public record Mail(String to) {}

    @JobHandler("send-mail")
    public String send(Mail mail) {
      return "sent to " + mail.to();
    }
  }

  @TempDir Path directory;

  @Test
  void jobs_run_after_each_restart_and_those_of_before_are_known() throws Exception {
    JobId first = runs("ann");
    JobId second = runs("bob");

    try (ConfigurableApplicationContext application = start(new Reloaded())) {
      TaskForge forge = application.getBean(TaskForge.class);
      assertThat(forge.job(first).orElseThrow()).succeeded();
      assertThat(forge.job(second).orElseThrow()).succeeded();
    }
  }

  private JobId runs(String to) throws Exception {
    Reloaded loader = new Reloaded();
    try (ConfigurableApplicationContext application = start(loader)) {
      TaskForge forge = application.getBean(TaskForge.class);
      Object mail =
          loader
              .loadClass(Application.Mail.class.getName())
              .getConstructor(String.class)
              .newInstance(to);
      JobId id = forge.enqueue(JobRequest.of("send-mail", mail)).id();
      assertThat(forge.await(id, ofSeconds(20))).succeeded();
      assertThat(String.valueOf(forge.job(id).orElseThrow().result()))
          .isEqualTo("\"sent to " + to + "\"");
      return id;
    }
  }

  private ConfigurableApplicationContext start(Reloaded loader) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      SpringApplication application =
          new SpringApplication(
              new DefaultResourceLoader(loader), loader.loadClass(Application.class.getName()));
      application.setWebApplicationType(WebApplicationType.NONE);
      application.setRegisterShutdownHook(false);
      return application.run("--spring.taskforge.store.file=" + directory.resolve("jobs.db"));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Loads the classes of the application again; those of libraries are shared. */
  private static final class Reloaded extends ClassLoader {
    Reloaded() {
      super(RestartTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(RestartTest.class.getName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? again(name) : loaded;
      }
    }

    private Class<?> again(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = in == null ? new byte[0] : in.readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
