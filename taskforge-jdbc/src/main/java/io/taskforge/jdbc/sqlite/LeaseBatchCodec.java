package io.taskforge.jdbc.sqlite;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.QueueName;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes the jobs of a claimed batch as one blob, with about a dozen bytes per job. Each queue
 * name is stored once; numbers have variable length; rows and times are stored as differences from
 * the previous job.
 */
final class LeaseBatchCodec {
  private static final byte VERSION = 2;

  private LeaseBatchCodec() {}

  static byte[] encode(List<BatchedJob> jobs) {
    Map<QueueName, Integer> queues = new LinkedHashMap<>();
    jobs.forEach(job -> queues.putIfAbsent(job.queue(), queues.size()));
    ByteArrayOutputStream out = new ByteArrayOutputStream(64 + 16 * jobs.size());
    out.write(VERSION);
    write(out, queues.size());
    for (QueueName queue : queues.keySet()) {
      byte[] name = queue.value().getBytes(StandardCharsets.UTF_8);
      write(out, name.length);
      out.writeBytes(name);
    }
    write(out, jobs.size());
    long seq = 0;
    long runAt = 0;
    for (BatchedJob job : jobs) {
      writeSigned(out, job.seq() - seq);
      writeSigned(out, job.runAt() - runAt);
      write(out, job.firstStartedAt() == null ? 0 : 1);
      writeSigned(out, job.firstStartedAt() == null ? 0 : job.firstStartedAt() - job.runAt());
      write(out, queues.getOrDefault(job.queue(), 0));
      write(out, job.number().entry());
      write(out, job.number().unstarted());
      write(out, job.number().earlier());
      write(out, job.counters().failures());
      write(out, job.counters().lostLeases());
      write(out, job.counters().interruptions());
      write(out, job.previousDelay() == null ? 0 : job.previousDelay() + 1);
      seq = job.seq();
      runAt = job.runAt();
    }
    return out.toByteArray();
  }

  static List<BatchedJob> decode(byte[] blob) {
    ByteBuffer in = ByteBuffer.wrap(blob);
    if (in.get() != VERSION) {
      throw new IllegalStateException("lease batch has unknown version " + blob[0]);
    }
    List<QueueName> queues = new ArrayList<>();
    for (long left = read(in); left > 0; left--) {
      byte[] name = new byte[(int) read(in)];
      in.get(name);
      queues.add(new QueueName(new String(name, StandardCharsets.UTF_8)));
    }
    int count = (int) read(in);
    List<BatchedJob> jobs = new ArrayList<>(count);
    long seq = 0;
    long runAt = 0;
    for (int i = 0; i < count; i++) {
      seq += readSigned(in);
      runAt += readSigned(in);
      boolean startedBefore = read(in) != 0;
      long firstStartedAt = runAt + readSigned(in);
      QueueName queue = queues.get((int) read(in));
      AttemptNumber number = new AttemptNumber((int) read(in), (int) read(in), (int) read(in));
      Counters counters = new Counters((int) read(in), (int) read(in), (int) read(in));
      long delay = read(in);
      jobs.add(
          new BatchedJob(
              seq,
              queue,
              number,
              counters,
              runAt,
              startedBefore ? firstStartedAt : null,
              delay == 0 ? null : delay - 1));
    }
    return jobs;
  }

  private static void writeSigned(ByteArrayOutputStream out, long value) {
    write(out, (value << 1) ^ (value >> 63));
  }

  private static void write(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static long readSigned(ByteBuffer in) {
    long value = read(in);
    return (value >>> 1) ^ -(value & 1);
  }

  private static long read(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
