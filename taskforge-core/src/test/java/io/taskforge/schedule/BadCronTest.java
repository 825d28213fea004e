package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.json.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid expressions are rejected with field, value and rule, all faults at once. */
class BadCronTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "60 * * * *|minute|'60'|0 to 59",
        "-1 * * * *|minute|'-1'|0 to 59",
        "99999999999999999999 * * * *|minute|'99999999999999999999'|0 to 59",
        "*/0 * * * *|minute|'*/0'|a step must be from 1 to 59",
        "*/60 * * * *|minute|'*/60'|a step must be from 1 to 59",
        "*/ * * * *|minute|'*/'|a step must be from 1 to 59",
        "1/2/3 * * * *|minute|'1/2/3'|a step must be from 1 to 59",
        "*/-5 * * * *|minute|'*/-5'|a step must be from 1 to 59",
        "1,,2 * * * *|minute|'1,,2'|a list must not have an empty item",
        "1, * * * *|minute|'1,'|a list must not have an empty item",
        "? * * * *|minute|'?'|0 to 59",
        "1-2-3 * * * *|minute|'1-2-3'|0 to 59",
        "*-5 * * * *|minute|'*-5'|0 to 59",
        "١ * * * *|minute|'١'|0 to 59",
        "1.5 * * * *|minute|'1.5'|0 to 59",
        "+5 * * * *|minute|'+5'|0 to 59",
        "L * * * *|minute|'l'|0 to 59",
        "61 0 0 * * *|second|'61'|0 to 59",
        "0 24 * * *|hour|'24'|0 to 23",
        "0 */24 * * *|hour|'*/24'|a step must be from 1 to 23",
        "0 0 0 * *|day of month|'0'|1 to 31",
        "0 0 32 * *|day of month|'32'|1 to 31",
        "0 0 1,? * *|day of month|'?'|1 to 31",
        "0 0 ?/2 * *|day of month|'?/2'|1 to 31",
        "0 0 */31 * *|day of month|'*/31'|a step must be from 1 to 30",
        "0 0 L-31 * *|day of month|'l-31'|a number from 1 to 30",
        "0 0 L-0 * *|day of month|'l-0'|a number from 1 to 30",
        "0 0 32W * *|day of month|'32w'|W must follow a day from 1 to 31",
        "0 0 W * *|day of month|'w'|W must follow a day",
        "0 0 * 13 *|month|'13'|1 to 12 or jan to dec",
        "0 0 * 0 *|month|'0'|1 to 12 or jan to dec",
        "0 0 * january *|month|'january'|1 to 12 or jan to dec",
        "0 0 * mon *|month|'mon'|1 to 12 or jan to dec",
        "0 0 * * 8|weekday|'8'|1 is Monday, 0 and 7 are Sunday",
        "0 0 * * jan|weekday|'jan'|mon to sun",
        "0 0 * * L|weekday|'l'|L must follow a weekday",
        "0 0 * * mon#6|weekday|'mon#6'|a number from 1 to 5",
        "0 0 * * mon#0|weekday|'mon#0'|a number from 1 to 5",
        "0 0 * * #2|weekday|'#2'|a number from 1 to 5",
        "0 0 * * */7|weekday|'*/7'|a step must be from 1 to 6",
        "0 0 31 2 *|day of month|'31'|does not exist in February, so it would never run",
        "0 0 30 2 *|day of month|'30'|does not exist in February, so it would never run",
        "0 0 31 apr,jun ?|day of month|'31'|does not exist in April and June",
        "0 0 30W feb *|day of month|'30W'|does not exist in February",
        "0 0 L-29 feb *|day of month|'L-29'|does not exist in February",
        "@never|cron|'@never'|must be one of @daily, @hourly",
        "@daily x|cron|'@daily x'|must be one of @daily, @hourly",
        "* * * *|cron|'* * * *'|must have five fields",
        "* * * * * * *|cron|'* * * * * * *'|or six (second first), but has 7",
        "x|cron|'x'|must have five fields",
        "\"\"|cron|''|must have five fields",
        "\"   \"|cron|''|must have five fields"
      })
  void each_is_rejected_with_field_value_and_rule(
      String cron, String field, String value, String rule) {
    InvalidCronException refused = refused(cron);

    Fault fault = refused.faults().get(0);
    assertThat(refused.faults()).hasSize(1);
    assertThat(fault.key()).isEqualTo(field);
    assertThat(fault.value()).isEqualTo(value);
    assertThat(fault.rule()).contains(rule);
    assertThat(refused).hasMessageContaining(fault.toString());
  }

  @Test
  void all_faults_are_reported_in_the_order_of_the_fields() {
    assertThat(refused("60,*/0,,5 61 25-x L-99,0 foo mon#9,8").faults())
        .extracting(fault -> fault.key() + " " + fault.value())
        .containsExactly(
            "second '60'",
            "second '*/0'",
            "second '60,*/0,,5'",
            "minute '61'",
            "hour '25-x'",
            "day of month 'l-99'",
            "day of month '0'",
            "month 'foo'",
            "weekday 'mon#9'",
            "weekday '8'");
  }

  @Test
  void long_texts_are_rejected_and_truncated_in_the_message() {
    for (String text :
        List.of("1,".repeat(500_000) + "1 * * * *", " ".repeat(257), "*".repeat(1_000_000))) {
      InvalidCronException refused = refused(text);
      assertThat(refused.faults())
          .containsExactly(
              new Fault("cron", text.length() + " characters", "must be at most 256 characters"));
      assertThat(refused.getMessage()).hasSizeLessThan(300);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 0 29 2 *",
        "0 0 31 2 mon",
        "0 0 ? 2 mon#5",
        "0 0 L 2 *",
        "0 0 31W 1 *",
        "0 0 L-28 2 *",
        "* * * * * *",
        "  0\t0 * * *  ",
        "@DAILY",
        "0 0 ? * ?",
        "0 0 * JAN-mar,DEC Mon,friL"
      })
  void expressions_that_match_once_in_400_years_are_accepted(String text) {
    assertThat(Cron.parse(text).text()).isEqualTo(text.strip());
  }

  private static InvalidCronException refused(String text) {
    return catchThrowableOfType(InvalidCronException.class, () -> Cron.parse(text));
  }
}
