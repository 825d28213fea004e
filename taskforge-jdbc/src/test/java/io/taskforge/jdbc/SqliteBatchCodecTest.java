package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SqliteBatchCodecTest {
  @Test
  void what_is_written_is_read_back() {
    Random random = new Random(11);
    List<SqliteLeasedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      jobs.add(
          new SqliteLeasedJob(
              random.nextLong(),
              new QueueName("queue-" + random.nextInt(3)),
              new AttemptNumber(
                  400 + random.nextInt(1_000_000_000), random.nextInt(200), random.nextInt(200)),
              new Counters(random.nextInt(200), random.nextInt(200), random.nextInt(200)),
              random.nextLong(),
              random.nextBoolean() ? null : random.nextLong(),
              random.nextBoolean() ? null : random.nextLong(Long.MAX_VALUE)));
    }
    assertThat(SqliteBatchCodec.decode(SqliteBatchCodec.encode(jobs))).isEqualTo(jobs);
  }

  @Test
  void fresh_jobs_take_few_bytes() {
    List<SqliteLeasedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      jobs.add(
          new SqliteLeasedJob(
              5_000_000 + i,
              QueueName.DEFAULT,
              new AttemptNumber(1, 0, 0),
              Counters.ZERO,
              1_900_000_000_000_000L + 1_000L * i,
              null,
              null));
    }
    assertThat(SqliteBatchCodec.encode(jobs)).hasSizeLessThan(15_000);
  }
}
