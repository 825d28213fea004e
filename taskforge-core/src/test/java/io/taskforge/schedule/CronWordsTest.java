package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 3 * * *            | at 03:00 every day",
        "30 2 * * sun         | at 02:30 on Sunday",
        "0 9,17 * * mon-fri   | at 09:00 and 17:00 on Monday to Friday",
        "*/5 * * * *          | every 5 minutes every day",
        "* * * * *            | every minute every day",
        "*/20 * * * * *       | every 20 seconds every day",
        "15 * * * *           | at minute 15 of every hour every day",
        "0 */2 * * *          | at minute 0 of every second hour every day",
        "*/10 8-18 * * *      | every 10 minutes in the hours 08 to 18 every day",
        "0 0 1 * *            | at 00:00 on day 1 of the month",
        "0 0 L * *            | at 00:00 on the last day of the month",
        "0 0 1 1,7 *          | at 00:00 on day 1 of the month in January and July",
        "0 8 * * mon#1        | at 08:00 on the first Monday of the month",
        "0 0 13 * fri         | at 00:00 on day 13 of the month or on Friday",
        "5 30 4 * * *         | at 04:30:05 every day"
      })
  void an_expression_is_described(String cron, String words) {
    assertThat(Cron.parse(cron).describe()).isEqualTo(words);
  }
}
