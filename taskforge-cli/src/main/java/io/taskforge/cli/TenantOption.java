package io.taskforge.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a tenant, as a mixin or declared by a {@link Resource}. */
final class TenantOption {
  private static final String OWNS = "The tenant that owns it; default if not given.";
  private static final String FILTERS = "Only those of this tenant.";

  static final RequestOption OWNER = declared(OWNS);
  static final RequestOption FILTER = declared(FILTERS);

  private TenantOption() {}

  private static RequestOption declared(String description) {
    return RequestOption.of("--tenant", "tenant", "ID", description)
        .offering(new Choices.Tenants());
  }

  /** For lists that can be narrowed to one tenant. */
  static final class Filter {
    @Option(
        names = "--tenant",
        paramLabel = "ID",
        description = FILTERS,
        completionCandidates = Choices.Tenants.class)
    private @Nullable String tenant;

    @Nullable String tenant() {
      return tenant;
    }
  }

  /** For items whose ids are unique within a tenant only. */
  static final class Owner {
    @Option(
        names = "--tenant",
        paramLabel = "ID",
        description = OWNS,
        completionCandidates = Choices.Tenants.class)
    private @Nullable String tenant;

    @Nullable String tenant() {
      return tenant;
    }
  }
}
