package io.taskforge.spring.dashboard;

import io.taskforge.server.secret.EncryptionKeys;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code spring.taskforge.dashboard.*}.
 *
 * @param enabled whether the application has dashboard and API
 * @param path where they are mounted, below the path of the DispatcherServlet
 * @param requireLogin whether the API rejects requests without a user; turn it off for an
 *     application without Spring Security that others can't reach
 * @param allowTargets the addresses that HTTP jobs and webhooks may call besides public ones
 * @param encryptionKey the key that encrypts stored secrets; they are stored in plain text without
 * @param encryptionOldKeys earlier keys, separated by commas, to decrypt what they have encrypted
 */
@ConfigurationProperties("spring.taskforge.dashboard")
public record DashboardProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("/taskforge") String path,
    @DefaultValue("true") boolean requireLogin,
    @Nullable String allowTargets,
    @DefaultValue("") String encryptionKey,
    @DefaultValue("") String encryptionOldKeys) {
  public DashboardProperties {
    if (!path.matches("(/[A-Za-z0-9._~-]+)+")) {
      throw new IllegalArgumentException(
          "spring.taskforge.dashboard.path must be a path such as /taskforge, without a slash at the"
              + " end, but was '"
              + path
              + "'");
    }
  }

  /**
   * @throws IllegalArgumentException if a key is invalid; the message does not contain it
   */
  EncryptionKeys encryption() {
    return encryptionKey.isEmpty()
        ? EncryptionKeys.NONE
        : EncryptionKeys.of(encryptionKey, encryptionOldKeys);
  }

  /** Omits the keys. */
  @Override
  public String toString() {
    return "dashboard at " + path;
  }
}
