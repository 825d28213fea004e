package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.TypePolicies;
import io.taskforge.TypePolicy;
import io.taskforge.job.JobTypeName;
import io.taskforge.retry.PolicyChoice;
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
import java.util.List;
import java.util.Optional;

/** Manages the retry policies of job types. */
final class TypeRoutes {
  private static final String PATH = "/api/v1/types/{name}";
  private static final Field<JobTypeName> NAME =
      Field.text("name", "the job type", JobTypeName::new);
  private static final Field<PolicyChoice> POLICY = PolicyFields.RETRY_POLICY.asRequired();
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

  private final TypePolicies types;
  private final PolicyLookup policies;

  TypeRoutes(TaskForge forge) {
    this.types = forge.typePolicies();
    this.policies = new PolicyLookup(forge.policies());
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/types", "listTypes")
            .summary("Lists job types that have a retry policy, ordered by name")
            .access(Access.shared(Scope.READ))
            .answers(200, Schema.page(TYPE))
            .by(request -> PageReply.all(types.list(), TYPE::json)),
        Route.get(PATH, "getType")
            .summary("Shows the retry policy of a job type")
            .access(Access.shared(Scope.READ))
            .at(NAME)
            .answers(200, TYPE)
            .by(request -> shown(200, known(request.path(NAME)))),
        Route.put(PATH, "putType")
            .summary("Sets the retry policy of a job type; it applies from the next failure on")
            .access(Access.shared(Scope.ADMIN))
            .audited("type.update")
            .at(NAME)
            .takes(
                Shape.of("NewJobType", POLICY)
                    .checking((sent, values) -> policies.check(sent, values, POLICY))
                    .example("{\"retryPolicy\": \"patient\"}"))
            .answers(200, TYPE)
            .answers(201, TYPE)
            .problems(412)
            .by(this::put),
        Route.delete(PATH, "deleteType")
            .summary("Removes the retry policy of a job type")
            .access(Access.shared(Scope.ADMIN))
            .audited("type.delete")
            .at(NAME)
            .answers(204)
            .problems(412)
            .by(this::delete));
  }

  private TypePolicy known(JobTypeName name) {
    return types.get(name).orElseThrow(() -> missing(name));
  }

  private static Problem missing(JobTypeName name) {
    return Problem.notFound("retry policy of type " + name);
  }

  private Reply put(Request request) {
    JobTypeName name = request.path(NAME);
    PolicyChoice wanted = request.body().required(POLICY);
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

  private Reply delete(Request request) {
    JobTypeName name = request.path(NAME);
    Precondition condition = request.precondition();
    TypePolicy before;
    do {
      before = known(name);
      condition.check("type " + name, before.version());
    } while (!types.delete(name, before.version()));
    return Reply.nothing();
  }

  private static Reply shown(int status, TypePolicy type) {
    return Reply.json(status, TYPE.json(type)).version(type.version());
  }
}
