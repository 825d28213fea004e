package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;
import jdk.jshell.execution.LocalExecutionControlProvider;
import org.junit.jupiter.api.Test;

/** What the policy lab copies is the policy of its sliders, in Java and in JSON. */
class PolicyLabBrowserTest extends BrowserTest {
  private void choose(String label, String value) {
    String select = "document.querySelector('select[aria-label=" + label + "]')";
    tab.await(select);
    tab.evaluate(
        "(() => { const select = %s; select.value = %s; select.dispatchEvent(new Event('change'));"
                .formatted(select, Tab.quoted(value))
            + " })()");
  }

  private String copied(String button) {
    tab.evaluate("navigator.clipboard.writeText('')");
    tab.click(button);
    tab.await("navigator.clipboard.readText()");
    return tab.evaluate("navigator.clipboard.readText()").asString();
  }

  @Test
  void a_policy_is_copied_as_java_and_as_json() throws Exception {
    tab.allowClipboard();
    open("policy-lab");
    for (String backoff : List.of("exponential", "linear", "fixed", "fibonacci")) {
      for (String jitter : List.of("full", "proportional", "decorrelated", "none")) {
        choose("Backoff", backoff);
        choose("Jitter", jitter);
        String json = copied("Copy as JSON");
        RetryPolicy policy = RetryPolicyJson.standard().read(json);
        assertThat(json).contains(backoff, jitter);
        assertThat(evaluated(copied("Copy as Java"))).as(json).isEqualTo(policy.toString());
      }
    }
    tab.assertNoTrouble();
  }

  /** The value of a Java expression, as text. */
  private static String evaluated(String java) throws Exception {
    try (JShell shell =
        JShell.builder().executionEngine(new LocalExecutionControlProvider(), Map.of()).build()) {
      Path classes =
          Path.of(RetryPolicy.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      shell.addToClasspath(classes.toString());
      shell.eval("import io.taskforge.retry.*;");
      shell.eval("import java.time.Duration;");
      SnippetEvent event = shell.eval(java).get(0);
      assertThat(event.exception()).as(java).isNull();
      return String.valueOf(event.value());
    }
  }
}
