package io.taskforge.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.spring.demo.DemoApplication;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The first application of the guide does what the guide says, in an application without more. */
@ExtendWith(OutputCaptureExtension.class)
class QuickStartTest {
  @Test
  void the_first_application_runs_its_job_until_it_succeeds(
      @TempDir Path directory, CapturedOutput output) {
    String excluded =
        String.join(
            ",",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            System.getProperty("spring.autoconfigure.exclude"));
    SpringApplication.run(
            DemoApplication.class,
            "--spring.taskforge.store.file=" + directory.resolve("taskforge.db"),
            "--spring.autoconfigure.exclude=" + excluded) // the tests have more on the class path
        .close();

    assertThat(output)
        .contains("failed, retry 1/5")
        .contains("sent 'Hello' at attempt 2")
        .contains("the job is SUCCEEDED");
  }
}
