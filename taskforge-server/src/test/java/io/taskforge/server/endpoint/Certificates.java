package io.taskforge.server.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate authority for tests. It has signed {@code good} and {@code expired}, both for
 * good.test; {@code selfsigned} is not signed by it.
 */
public final class Certificates {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final KeyStore store;

  private Certificates(KeyStore store) {
    this.store = store;
  }

  /** Creates keys and certificates with the JDK's keytool. */
  public static Certificates make(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve("keys.p12");
    keytool(file, "authority", "-ext", "bc:c", "-validity", "3650");
    String[] signed = {"-signer", "authority", "-ext", "san=dns:good.test"};
    keytool(file, "good", with(signed, "-validity", "3650"));
    keytool(file, "expired", with(signed, "-startdate", "-30d", "-validity", "10"));
    keytool(file, "selfsigned", "-ext", "san=dns:good.test", "-validity", "3650");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return new Certificates(store);
  }

  private static String[] with(String[] some, String... more) {
    List<String> all = new ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static void keytool(Path file, String alias, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keyalg",
                "EC",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("keytool failed: " + said);
    }
  }

  /** Trusts only this authority. */
  public SSLContext trust() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", store.getCertificate("authority"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Presents this certificate to clients. */
  public SSLContext identity(String alias) throws GeneralSecurityException, IOException {
    // Stays in memory, so that a slow derivation of its key from the password protects nothing.
    KeyStore one = KeyStore.getInstance("JKS");
    one.load(null, null);
    one.setKeyEntry(
        alias, store.getKey(alias, PASSWORD), PASSWORD, store.getCertificateChain(alias));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(one, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
