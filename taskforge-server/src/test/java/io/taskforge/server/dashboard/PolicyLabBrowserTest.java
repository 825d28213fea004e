package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy lab, as a user tries a policy in a browser. */
class PolicyLabBrowserTest extends BrowserTest {
  private static final String CHOICES = "[...document.querySelectorAll('.lab-choices')][0]";

  @TempDir Path classes;

  @BeforeEach
  void open() {
    tab.open(server.url() + "/#/policy-lab");
    tab.awaitText("Retries per second if 10,000 jobs fail now");
    tab.awaitText("Ideally, the backlog drains in 10 min");
  }

  private void slide(String label, Object value) {
    set("[aria-label=\"%s\"]".formatted(label), "value = '" + value + "'", "input");
  }

  private void set(String selector, String assignment, String event) {
    tab.evaluate(
        "(() => { const e = document.querySelector('%s'); e.%s; e.dispatchEvent(new Event('%s')); })()"
            .formatted(selector, assignment, event));
  }

  @Test
  void sliders_change_the_result() {
    slide("Outage", 60);
    tab.awaitText("Ideally, the backlog drains in 1 min");
    slide("Capacity", 40);
    tab.awaitText("Ideally, the backlog drains in 20 s");
    slide("Retries", 0);
    tab.awaitText("The first failure is final.");
    slide("Jobs that fail at the same time", 2);
    slide("Retries", 3);
    tab.awaitText("Retries per second if 100 jobs fail now");
    tab.assertNoTrouble();
  }

  @Test
  void at_most_five_policies_are_compared_with_it() {
    tab.evaluate(CHOICES + ".querySelectorAll('input').forEach(e => e.checked || e.click())");

    tab.await("document.querySelectorAll('tbody tr').length === 6");
    assertThat(tab.evaluate(CHOICES + ".querySelectorAll('input:checked').length").asInt())
        .isEqualTo(5);
    assertThat(tab.evaluate(CHOICES + ".querySelectorAll('input:disabled').length").asInt())
        .isPositive();
    tab.assertNoTrouble();
  }

  @Test
  void delays_have_bands_for_their_jitter() {
    tab.await("document.querySelectorAll('polygon.band').length === 1");
    set("[aria-label=Jitter]", "value = 'none'", "change");
    tab.await(
        "(() => { const ys = document.querySelector('polygon.band')?.getAttribute('points')"
            + ".split(' ').map(p => p.split(',')[1]) ?? [];"
            + " return ys.slice(0, ys.length / 2).join() === ys.slice(ys.length / 2).reverse().join();"
            + " })()");
    tab.assertNoTrouble();
  }

  @Test
  void the_copied_java_is_the_policy_of_the_copied_json() throws Exception {
    for (String strategy : new String[] {"exponential", "linear", "fixed", "fibonacci"}) {
      set("[aria-label=Backoff]", "value = '" + strategy + "'", "change");
      set("[aria-label=Jitter]", "value = 'proportional'", "change");
      slide("First delay", Math.log10(1_500));

      RetryPolicy policy = compiled(copied("Copy as Java"), strategy);

      assertThat(policy).isEqualTo(RetryPolicyJson.standard().read(copied("Copy as JSON")));
    }
  }

  private String copied(String button) {
    tab.evaluate(
        "delete window.copied; Object.defineProperty(navigator, 'clipboard', {configurable: true,"
            + " value: {writeText: async text => { window.copied = text; }}})");
    tab.click(button);
    tab.await("window.copied");
    return tab.evaluate("window.copied").asString();
  }

  private RetryPolicy compiled(String java, String name) throws Exception {
    Path source = classes.resolve(name + ".java");
    Files.writeString(
        source,
        """
        import io.taskforge.retry.Jitter;
        import io.taskforge.retry.RetryPolicy;
        import java.time.Duration;

        public class %s implements java.util.function.Supplier<RetryPolicy> {
          public RetryPolicy get() {
            return %s;
          }
        }
        """
            .formatted(name, java));
    Path core =
        Path.of(RetryPolicy.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", core.toString(), source.toString()))
        .as(java)
        .isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Object made = loader.loadClass(name).getDeclaredConstructor().newInstance();
      return (RetryPolicy) ((Supplier<?>) made).get();
    }
  }
}
