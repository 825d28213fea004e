package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a tenant, as a mixin. */
abstract class TenantOption {
  /** Returns the tenant that was given, or null. */
  abstract @Nullable String tenant();

  /** Returns {@code path} with the tenant as its query, if one was given. */
  String at(String path) {
    String tenant = tenant();
    return tenant == null ? path : path + "?tenant=" + ApiClient.segment(tenant);
  }

  /** For lists that can be narrowed to one tenant. */
  static final class Filter extends TenantOption {
    @Option(
        names = "--tenant",
        paramLabel = "ID",
        description = "Only those of this tenant.",
        completionCandidates = Choices.Tenants.class)
    private @Nullable String tenant;

    @Override
    @Nullable String tenant() {
      return tenant;
    }
  }

  /** For items whose ids are unique within a tenant only. */
  static final class Owner extends TenantOption {
    @Option(
        names = "--tenant",
        paramLabel = "ID",
        description = "The tenant that owns it; default if not given.",
        completionCandidates = Choices.Tenants.class)
    private @Nullable String tenant;

    @Override
    @Nullable String tenant() {
      return tenant;
    }
  }
}
