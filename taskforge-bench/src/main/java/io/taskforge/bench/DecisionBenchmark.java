package io.taskforge.bench;

import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryDecision;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** One retry decision, of one case. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecisionBenchmark {
  private static final int MIXED_ROUNDS = 500;
  private static final int[] MIXED_RETRIES = {1, 1_000_000};

  @Param public Strategy strategy = Strategy.FIXED;
  @Param public Jitter.Type jitter = Jitter.Type.NONE;
  @Param public Circumstance circumstance = Circumstance.PLAIN;

  @Param({"1", "1000000"})
  public int retry = 1;

  private final SplittableRandom random = new SplittableRandom(20_301);
  private DecisionCase measured = new DecisionCase(strategy, jitter, circumstance, retry);

  @Setup
  public void prepare(Blackhole blackhole) {
    measured = new DecisionCase(strategy, jitter, circumstance, retry);
    measured.check(random);
    showEveryCaseToTheCompiler(blackhole);
  }

  @Benchmark
  public RetryDecision decide() {
    return measured.decide(random);
  }

  /**
   * A server has policies of all kinds. A JVM that had seen one only would be compiled for that one
   * and look cheaper than it ever is in service.
   */
  private void showEveryCaseToTheCompiler(Blackhole blackhole) {
    List<DecisionCase> all = DecisionCase.all(MIXED_RETRIES);
    for (int round = 0; round < MIXED_ROUNDS; round++) {
      for (DecisionCase one : all) {
        blackhole.consume(one.decide(random));
      }
    }
  }
}
