package io.taskforge.server.api;

import io.taskforge.destination.RetryBudget;
import io.taskforge.job.QueueName;
import io.taskforge.json.Fault;
import io.taskforge.queue.Queue;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.server.lab.HistoryReplay;
import io.taskforge.server.lab.SimulationJson;
import io.taskforge.simulator.Comparison;
import io.taskforge.simulator.Contender;
import io.taskforge.simulator.DestinationModel;
import io.taskforge.simulator.HerdPreview;
import io.taskforge.simulator.Scenario;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The policy lab: simulates outages and replays recorded attempts. Nothing is stored. */
final class PolicyLabRoutes {
  private static final int MAX_POLICIES = 6;
  private static final int MAX_RUNNING = 2;
  private static final long MAX_CALLS = 5_000_000;
  private static final long DEFAULT_SEED = 1;
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration DEFAULT_PERIOD = Duration.ofDays(7);

  private static final Field<List<PolicyChoice>> POLICIES =
      Field.list(
              "policies",
              "the retry policies to compare, or their names",
              PolicyFields.POLICY_OR_NAME,
              MAX_POLICIES,
              PolicyFields::read)
          .asRequired();
  private static final Field<Double> ARRIVALS =
      Field.number("arrivals", "new jobs per second", 0.001, Scenario.MAX_ARRIVALS).asRequired();
  private static final Field<Double> CAPACITY =
      Field.number(
              "capacity",
              "calls per second that the destination serves",
              0.001,
              DestinationModel.MAX_CAPACITY)
          .asRequired();
  private static final Field<Duration> OUTAGE =
      Field.duration(
              "outage",
              "how long the destination is down",
              Duration.ofSeconds(1),
              DestinationModel.MAX_OUTAGE)
          .asRequired();
  private static final Field<Duration> LATENCY =
      Field.duration(
          "latency",
          "how long a call takes on average; 100ms by default",
          Duration.ofMillis(1),
          DestinationModel.MAX_LATENCY);
  private static final Field<Double> BURN =
      Field.number(
          "burn",
          "how much of the work of a served call a rejected one costs: 0, the default, rejects at"
              + " no cost, 1 collapses under overload",
          0,
          1);
  private static final Field<Integer> WORKERS =
      Field.integer(
          "workers", "calls at the same time, at most; 100 by default", 1, Scenario.MAX_WORKERS);
  private static final Field<Scenario.Spacing> SPACING =
      Field.word("spacing", "how arrivals are spread; POISSON by default", Scenario.Spacing.class);
  private static final Field<Boolean> BREAKER =
      Field.bool("breaker", "whether there is a circuit breaker; true by default");
  private static final Field<Integer> BUDGET =
      Field.integer("budget", "a retry budget, in percent of first attempts", 0, 100);
  private static final Field<Integer> SEED =
      Field.integer("seed", "of the random numbers; 1 by default", 0, Integer.MAX_VALUE);
  private static final Shape SIMULATION =
      Shape.of(
              "NewSimulation",
              POLICIES,
              ARRIVALS,
              CAPACITY,
              OUTAGE,
              LATENCY,
              BURN,
              WORKERS,
              SPACING,
              BREAKER,
              BUDGET,
              SEED)
          .example(
              """
              {"policies": ["patient", "fullJitter"], "arrivals": 2, "capacity": 4, "outage": "30s", "burn": 1}
              """);

  private static final Field<PolicyChoice> POLICY =
      Field.of(
          "policy",
          "the retry policy, or its name",
          PolicyFields.POLICY_OR_NAME,
          PolicyFields::read);
  private static final Field<Integer> JOBS =
      Field.integer("jobs", "how many jobs fail at once", 1, HerdPreview.MAX_JOBS).asRequired();
  private static final View<HerdPreview> HERD =
      View.<HerdPreview>of("Herd")
          .key(
              "withJitter",
              HerdPreview::withJitter,
              Schema.list(Schema.integer()),
              "retries in each second after the failure, for 600 seconds")
          .key(
              "withoutJitter",
              HerdPreview::withoutJitter,
              Schema.list(Schema.integer()),
              "the same without jitter");

  private static final Field<QueueName> QUEUE = Fields.QUEUE.asRequired();
  private static final Field<Instant> FROM =
      Field.time("from", "the start of the period; 7 days before its end by default");
  private static final Field<Instant> TO =
      Field.time("to", "the end of the period, exclusive; now by default");

  private final JobStore store;
  private final PolicyLookup policies;
  private final Semaphore running = new Semaphore(MAX_RUNNING);

  PolicyLabRoutes(JobStore store, PolicyLookup policies) {
    this.store = store;
    this.policies = policies;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/policies/simulate", "simulatePolicies")
            .summary("Simulates an outage of a destination with several retry policies")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .takes(SIMULATION)
            .answers(200, SimulationJson.VIEW)
            .problems(429)
            .by(this::simulate),
        Route.post("/api/v1/policies/herd", "previewHerd")
            .summary("Shows the retries per second if many jobs fail at once")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .takes(
                Shape.of("NewHerd", POLICY.asRequired(), JOBS, SEED)
                    .example("{\"policy\": \"patient\", \"jobs\": 1000}"))
            .answers(200, HERD)
            .problems(429)
            .by(this::herd),
        Route.post("/api/v1/policies/replay", "replayHistory")
            .summary("Replays the recorded attempts of a queue against another retry policy")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .takes(
                Shape.of("NewReplay", QUEUE, POLICY, FROM, TO, Fields.TENANT, SEED)
                    .example("{\"queue\": \"mail\", \"policy\": \"standard\"}"))
            .answers(200, HistoryReplayJson.VIEW)
            .problems(429)
            .by(this::replay));
  }

  private Reply simulate(Request request) {
    FieldValues body = request.body();
    boolean breaker = body.get(BREAKER, true);
    Scenario scenario = scenario(body);
    Integer percent = body.get(BUDGET);
    RetryBudget budget = percent == null ? null : RetryBudget.percent(percent);
    List<Contender> contenders = new ArrayList<>();
    for (PolicyChoice choice : body.required(POLICIES)) {
      int number = contenders.size() + 1;
      String name =
          choice instanceof PolicyChoice.Named named ? named.name().value() : "policy " + number;
      Contender contender =
          Contender.of(name, policy(choice, "policies[%d]".formatted(number - 1)))
              .withBudget(budget);
      contenders.add(breaker ? contender.withBreaker() : contender);
    }
    if (contenders.isEmpty()) {
      throw Problem.invalid("policies", "[]", "must have at least one policy");
    }
    if (scenario.mostCalls(breaker) * contenders.size() > MAX_CALLS) {
      throw Problem.invalid(
          "outage",
          body.required(OUTAGE).toString(),
          "is too long for this number of policies, arrivals and workers: more than %d calls would be"
                  .formatted(MAX_CALLS)
              + " simulated; the command line has a higher limit");
    }
    return limited(() -> Reply.ok(SimulationJson.VIEW.json(Comparison.of(scenario, contenders))));
  }

  private static Scenario scenario(FieldValues body) {
    if (body.required(ARRIVALS) >= body.required(CAPACITY)) {
      throw Problem.invalid(
          "arrivals",
          body.required(ARRIVALS).toString(),
          "must be less than capacity, otherwise no backlog ever drains");
    }
    return new Scenario(
        body.required(ARRIVALS),
        body.get(SPACING, Scenario.Spacing.POISSON),
        new DestinationModel(
            body.required(CAPACITY),
            body.get(LATENCY, DestinationModel.DEFAULT_LATENCY),
            body.required(OUTAGE),
            body.get(BURN, 0.0)),
        body.get(WORKERS, Scenario.DEFAULT_WORKERS),
        seed(body));
  }

  private Reply herd(Request request) {
    FieldValues body = request.body();
    RetryPolicy policy = policy(body.required(POLICY), POLICY.name());
    return limited(
        () -> Reply.ok(HERD.json(HerdPreview.of(policy, body.required(JOBS), seed(body)))));
  }

  private Reply replay(Request request) {
    FieldValues body = request.body();
    Instant to = Objects.requireNonNullElseGet(body.get(TO), store::now);
    Instant from = body.get(FROM, to.minus(DEFAULT_PERIOD));
    if (!from.isBefore(to)) {
      throw Problem.invalid(FROM.name(), from.toString(), "must be before to, which is " + to);
    }
    QueueName queue = body.required(QUEUE);
    PolicyChoice choice = body.get(POLICY);
    RetryPolicy present = present(queue);
    RetryPolicy policy = choice == null ? present : policy(choice, POLICY.name());
    HistoryReplay.Period period =
        new HistoryReplay.Period(queue, request.caller().only(body.get(Fields.TENANT)), from, to);
    return limited(
        () ->
            Reply.ok(
                HistoryReplayJson.VIEW.json(
                    HistoryReplay.of(store.queries(), period, policy, present, seed(body)))));
  }

  /** Returns the policy of a queue as it is now. */
  private RetryPolicy present(QueueName queue) {
    PolicyChoice choice =
        store
            .queue(queue)
            .map(Queue::settings)
            .map(settings -> settings.retryPolicy())
            .orElse(null);
    return choice == null
        ? RetryPolicies.DEFAULT
        : policies.resolve(choice, "queue", new ArrayList<>()).orElse(RetryPolicies.DEFAULT);
  }

  private RetryPolicy policy(PolicyChoice choice, String key) {
    List<Fault> faults = new ArrayList<>();
    Optional<RetryPolicy> policy = policies.resolve(choice, key, faults);
    return policy.orElseThrow(() -> Problem.invalid(faults));
  }

  private static long seed(FieldValues body) {
    Integer seed = body.get(SEED);
    return seed == null ? DEFAULT_SEED : seed;
  }

  /** Runs few at a time, because each takes a processor for up to seconds. */
  private Reply limited(Supplier<Reply> work) {
    if (!acquired()) {
      throw Problem.limitExceeded("other simulations are running on this server", WAIT);
    }
    try {
      return work.get();
    } finally {
      running.release();
    }
  }

  private boolean acquired() {
    try {
      return running.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
