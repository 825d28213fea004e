package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "create", description = "Creates a schedule that enqueues a job at its times.")
final class SchedulesCreateCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The schedule's id; you choose it.")
  private String id = "";

  @Parameters(
      index = "1",
      paramLabel = "TYPE",
      description = "The type of its jobs.",
      completionCandidates = Choices.Types.class)
  private String type = "";

  @Option(
      names = "--cron",
      paramLabel = "EXPR",
      description = "When: a cron expression, such as '0 3 * * *'.")
  private @Nullable String cron;

  @Option(names = "--at", paramLabel = "TIME", description = "When: once, at this instant.")
  private @Nullable String at;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "The zone of --cron, such as Europe/Berlin; UTC by default.")
  private @Nullable String zone;

  @Option(names = "--name", paramLabel = "TEXT", description = "A display name.")
  private @Nullable String name;

  @Option(
      names = "--misfire",
      paramLabel = "WHAT",
      description = "For missed runs: run_once_now (the default), skip or run_all.",
      completionCandidates = Choices.Misfires.class)
  private @Nullable String misfire;

  @Option(
      names = "--overlap",
      paramLabel = "WHAT",
      description = "While its last job is not done: skip (the default), queue, cancel_previous.",
      completionCandidates = Choices.Overlaps.class)
  private @Nullable String overlap;

  @Option(names = "--replace", description = "Replace a schedule that has this id.")
  private boolean replace;

  @Mixin private JobOptions options = new JobOptions();

  @Mixin private TenantOption.Owner owner = new TenantOption.Owner();

  SchedulesCreateCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    if ((cron == null) == (at == null)) {
      throw CommandFailure.invalid("give --cron or --at");
    }
    ObjectNode schedule = Json.object();
    if (!replace) { // a replacement has them in its path
      schedule.put("id", id);
      JobOptions.put(schedule, "tenant", owner.tenant());
    }
    JobOptions.put(schedule, "name", name);
    JobOptions.put(schedule, "cron", cron);
    JobOptions.put(schedule, "zone", zone);
    JobOptions.put(schedule, "at", at);
    JobOptions.put(schedule, "misfire", word(misfire));
    JobOptions.put(schedule, "overlap", word(overlap));
    ObjectNode job = schedule.putObject("job").put("type", type);
    options.into(job, new JsonArgument(console()));
    sayRecord(replace ? put(api, schedule) : api.post("/schedules", schedule));
    return ExitCodes.OK;
  }

  private ApiAnswer put(ApiClient api, ObjectNode schedule) {
    Map<String, String> query = new LinkedHashMap<>();
    Filter.put(query, "tenant", owner.tenant());
    String path = ApiClient.withQuery("/schedules/" + ApiClient.segment(id), query);
    long version = api.find(path).map(before -> before.json().path("version").asLong(0)).orElse(0L);
    return api.put(path, schedule, version);
  }

  private static @Nullable String word(@Nullable String text) {
    return text == null ? null : text.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}
