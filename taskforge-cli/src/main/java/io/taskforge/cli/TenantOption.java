package io.taskforge.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The option that names a tenant, for commands about things that tenants own. */
final class TenantOption {
  private static final String NAME = "--tenant";

  private TenantOption() {}

  static CommandSpec addTo(CommandSpec spec, String description) {
    return spec.addOption(
        OptionSpec.builder(NAME)
            .arity("1")
            .type(String.class)
            .paramLabel("ID")
            .description(description)
            .completionCandidates(new Choices.Tenants())
            .build());
  }

  /** Returns what was given; null if nothing was, or the command has no such option. */
  static @Nullable String of(CommandSpec spec) {
    OptionSpec option = spec.findOption(NAME);
    return option == null ? null : option.getValue();
  }

  /** Returns a path with what was given as its query. */
  static String at(String path, CommandSpec spec) {
    String tenant = of(spec);
    return tenant == null ? path : path + "?tenant=" + ApiClient.segment(tenant);
  }
}
