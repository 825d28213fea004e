package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LeaseBatchCodecTest {
  @Test
  void an_encoded_batch_is_decoded_unchanged() {
    Random random = new Random(11);
    List<BatchedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      jobs.add(
          new BatchedJob(
              random.nextLong(),
              new QueueName("queue-" + random.nextInt(3)),
              new AttemptNumber(
                  400 + random.nextInt(1_000_000_000), random.nextInt(200), random.nextInt(200)),
              new Counters(random.nextInt(200), random.nextInt(200), random.nextInt(200)),
              random.nextLong(),
              random.nextBoolean() ? null : random.nextLong(),
              random.nextBoolean() ? null : random.nextLong(Long.MAX_VALUE)));
    }
    assertThat(LeaseBatchCodec.decode(LeaseBatchCodec.encode(jobs))).isEqualTo(jobs);
  }

  @Test
  void fresh_jobs_take_few_bytes() {
    List<BatchedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      jobs.add(
          new BatchedJob(
              5_000_000 + i,
              QueueName.DEFAULT,
              new AttemptNumber(1, 0, 0),
              Counters.ZERO,
              1_900_000_000_000_000L + 1_000L * i,
              null,
              null));
    }
    assertThat(LeaseBatchCodec.encode(jobs)).hasSizeLessThan(15_000);
  }
}
