package io.taskforge.server.api;

import io.taskforge.NamedPolicies;
import io.taskforge.NamedPolicy;
import io.taskforge.PolicyDeletion;
import io.taskforge.TypePolicies;
import io.taskforge.TypePolicy;
import io.taskforge.job.JobTypeName;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Precondition;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Manages named retry policies and the retry policies of job types. */
record PolicyRoutes(NamedPolicies policies, TypePolicies types, PolicyLookup lookup) {
  private static final String PATH = "/api/v1/policies/{name}";
  private static final Field<PolicyName> NAME =
      Field.text("name", "the policy's name", PolicyName::new);

  /** A policy in responses; {@code own} is null for a preset. */
  private record Shown(String name, RetryPolicy policy, @Nullable NamedPolicy own) {
    static Shown of(NamedPolicy own) {
      return new Shown(own.name().value(), own.policy(), own);
    }
  }

  private static final View<Shown> POLICY =
      View.<Shown>of("Policy")
          .text("name", Shown::name, "the name that queues, job types and jobs refer to")
          .bool("preset", s -> s.own == null, "whether it is built in and cannot be changed")
          .raw(
              "policy",
              s -> RetryPolicyJson.standard().write(s.policy),
              PolicyFields.POLICY,
              "the policy with all defaults")
          .integerOrNull(
              "version",
              s -> s.own == null ? null : (Long) s.own.version(),
              "increases with each change; null for a preset")
          .timeOrNull(
              "createdAt", s -> s.own == null ? null : s.own.createdAt(), "when it was created")
          .timeOrNull(
              "changedAt", s -> s.own == null ? null : s.own.changedAt(), "when it last changed");

  private static final String TYPE_PATH = "/api/v1/types/{name}";
  private static final Field<JobTypeName> TYPE_NAME =
      Field.text("name", "the job type", JobTypeName::new);
  private static final Field<PolicyChoice> TYPE_POLICY = PolicyFields.RETRY_POLICY.asRequired();
  private static final View<TypePolicy> TYPE =
      View.<TypePolicy>of("JobType")
          .text("name", TypePolicy::type, "the job type")
          .raw(
              "retryPolicy",
              t -> RetryPolicyJson.standard().writeChoice(t.policy()),
              "for jobs without their own: a retry policy, or the name of one")
          .integer("version", TypePolicy::version, "increases with each change")
          .time("createdAt", TypePolicy::createdAt, "when it was created")
          .time("changedAt", TypePolicy::changedAt, "when it last changed");

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/policies", "listPolicies")
            .summary("Lists named retry policies: presets first, then your own")
            .answers(200, Schema.page(POLICY))
            .by(request -> list()),
        Route.get(PATH, "getPolicy")
            .summary("Shows a retry policy")
            .at(NAME)
            .answers(200, POLICY)
            .by(this::get),
        Route.put(PATH, "putPolicy")
            .summary(
                "Creates or replaces a named retry policy; it applies from the next failure on")
            .access(Access.shared(Scope.ADMIN))
            .audited("policy.update")
            .at(NAME)
            .takes(Shape.whole(PolicyFields.WRITTEN_OUT))
            .answers(200, POLICY)
            .answers(201, POLICY)
            .problems(409, 412)
            .by(this::put),
        Route.delete(PATH, "deletePolicy")
            .summary("Deletes a retry policy that no queue or job type refers to")
            .access(Access.shared(Scope.ADMIN))
            .audited("policy.delete")
            .at(NAME)
            .answers(204)
            .problems(409, 412)
            .by(this::delete),
        Route.get("/api/v1/types", "listTypes")
            .summary("Lists job types that have a retry policy, ordered by name")
            .access(Access.shared(Scope.READ))
            .answers(200, Schema.page(TYPE))
            .by(request -> PageReply.all(types.list(), TYPE::json)),
        Route.get(TYPE_PATH, "getType")
            .summary("Shows the retry policy of a job type")
            .access(Access.shared(Scope.READ))
            .at(TYPE_NAME)
            .answers(200, TYPE)
            .by(request -> shown(200, type(request.path(TYPE_NAME)))),
        Route.put(TYPE_PATH, "putType")
            .summary("Sets the retry policy of a job type; it applies from the next failure on")
            .access(Access.shared(Scope.ADMIN))
            .audited("type.update")
            .at(TYPE_NAME)
            .takes(
                Shape.of("NewJobType", TYPE_POLICY)
                    .checking((sent, values) -> lookup.check(sent, values, TYPE_POLICY))
                    .example("{\"retryPolicy\": \"patient\"}"))
            .answers(200, TYPE)
            .answers(201, TYPE)
            .problems(412)
            .by(this::putType),
        Route.delete(TYPE_PATH, "deleteType")
            .summary("Removes the retry policy of a job type")
            .access(Access.shared(Scope.ADMIN))
            .audited("type.delete")
            .at(TYPE_NAME)
            .answers(204)
            .problems(412)
            .by(this::deleteType));
  }

  private Reply list() {
    List<Shown> all = new ArrayList<>();
    RetryPolicies.all().forEach((name, policy) -> all.add(new Shown(name, policy, null)));
    policies.list().forEach(own -> all.add(Shown.of(own)));
    return PageReply.all(all, POLICY::json);
  }

  private Reply get(Request request) {
    PolicyName name = request.path(NAME);
    RetryPolicy preset = RetryPolicies.all().get(name.value());
    if (preset != null) {
      return Reply.ok(POLICY.json(new Shown(name.value(), preset, null)));
    }
    NamedPolicy own = policies.get(name).orElseThrow(() -> Problem.notFound("policy " + name));
    return Reply.ok(POLICY.json(Shown.of(own))).version(own.version());
  }

  private Reply put(Request request) {
    PolicyName name = own(request);
    RetryPolicy wanted = request.body().required(PolicyFields.WRITTEN_OUT);
    request
        .audit()
        .fact("maxRetries", wanted.maxRetries())
        .fact("policy", RetryPolicyJson.standard().write(wanted));
    Precondition condition = request.precondition();
    while (true) {
      Optional<NamedPolicy> before = policies.get(name);
      long version = before.map(NamedPolicy::version).orElse(0L);
      condition.check("policy " + name, version);
      Optional<NamedPolicy> now =
          before.filter(known -> known.policy().equals(wanted)).isPresent()
              ? before
              : policies.put(name, wanted, version);
      if (now.isPresent()) {
        return Reply.json(before.isPresent() ? 200 : 201, POLICY.json(Shown.of(now.get())))
            .version(now.get().version());
      }
    }
  }

  private Reply delete(Request request) {
    PolicyName name = own(request);
    Precondition condition = request.precondition();
    PolicyDeletion answer;
    do {
      NamedPolicy before = policies.get(name).orElseThrow(() -> Problem.notFound("policy " + name));
      condition.check("policy " + name, before.version());
      answer = policies.delete(name, before.version());
    } while (answer instanceof PolicyDeletion.Changed);
    if (answer instanceof PolicyDeletion.InUse used) {
      throw Problem.conflict("policy %s is used by %s".formatted(name, users(used)));
    }
    if (answer instanceof PolicyDeletion.NotFound) {
      throw Problem.notFound("policy " + name);
    }
    return Reply.nothing();
  }

  private static String users(PolicyDeletion.InUse used) {
    List<String> users = new ArrayList<>();
    if (!used.queues().isEmpty()) {
      users.add("the queues " + names(used.queues()));
    }
    if (!used.types().isEmpty()) {
      users.add("the job types " + names(used.types()));
    }
    if (used.isDefault()) {
      users.add("the server's default");
    }
    return String.join(", ", users);
  }

  private static String names(List<?> users) {
    return users.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static PolicyName own(Request request) {
    PolicyName name = request.path(NAME);
    if (name.isPreset()) {
      throw Problem.conflict(
          "policy %s is a preset, which cannot be changed; choose another name".formatted(name));
    }
    return name;
  }

  private TypePolicy type(JobTypeName name) {
    return types.get(name).orElseThrow(() -> missing(name));
  }

  private static Problem missing(JobTypeName name) {
    return Problem.notFound("retry policy of type " + name);
  }

  private Reply putType(Request request) {
    JobTypeName name = request.path(TYPE_NAME);
    PolicyChoice wanted = request.body().required(TYPE_POLICY);
    request.audit().fact("retryPolicy", QueueRoutes.named(wanted));
    Precondition condition = request.precondition();
    while (true) {
      Optional<TypePolicy> before = types.get(name);
      long version = before.map(TypePolicy::version).orElse(0L);
      condition.check("type " + name, version);
      Optional<TypePolicy> now =
          before.filter(known -> known.policy().equals(wanted)).isPresent()
              ? before
              : types.put(name, wanted, version);
      if (now.isPresent()) {
        return shown(before.isPresent() ? 200 : 201, now.get());
      }
    }
  }

  private Reply deleteType(Request request) {
    JobTypeName name = request.path(TYPE_NAME);
    Precondition condition = request.precondition();
    TypePolicy before;
    do {
      before = type(name);
      condition.check("type " + name, before.version());
    } while (!types.delete(name, before.version()));
    return Reply.nothing();
  }

  private static Reply shown(int status, TypePolicy type) {
    return Reply.json(status, TYPE.json(type)).version(type.version());
  }
}
