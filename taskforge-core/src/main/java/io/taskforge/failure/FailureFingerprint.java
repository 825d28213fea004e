package io.taskforge.failure;

import io.taskforge.value.Name;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A hash that groups failures with the same cause: the error type, the message without variable
 * parts ({@code MessagePattern}) and the top three stack frames without line numbers. Changing what
 * is hashed splits every existing failure group.
 *
 * @param value 16 characters from {@code 0-9a-f}
 */
public record FailureFingerprint(String value) implements Name<FailureFingerprint> {
  private static final Pattern LEGAL = Pattern.compile("[0-9a-f]{16}");
  private static final int BYTES = 8;
  private static final int FRAMES = 3;
  private static final int MAX_FRAME = 200;
  private static final String FRAME = "at ";

  public FailureFingerprint {
    Name.check("fingerprint", LEGAL, value);
  }

  /** Returns the fingerprint of a failure. */
  public static FailureFingerprint of(Failure failure) {
    return failure.fingerprint();
  }

  /**
   * Returns the fingerprint of a stored failure.
   *
   * @param stackTrace in Java's format; other text counts as no stack trace
   */
  public static FailureFingerprint of(String errorType, String message, String stackTrace) {
    StringBuilder known = new StringBuilder(512);
    known.append(errorType.toLowerCase(Locale.ROOT)).append('\n');
    known.append(MessagePattern.of(message)).append('\n');
    appendFrames(known, stackTrace);
    byte[] hash = sha256().digest(known.toString().getBytes(StandardCharsets.UTF_8));
    return new FailureFingerprint(HexFormat.of().formatHex(hash, 0, BYTES));
  }

  private static void appendFrames(StringBuilder known, String stackTrace) {
    int frames = 0;
    for (int start = 0; start < stackTrace.length() && frames < FRAMES; ) {
      int end = stackTrace.indexOf('\n', start);
      end = end < 0 ? stackTrace.length() : end;
      int text = start;
      while (text < end && Character.isWhitespace(stackTrace.charAt(text))) {
        text++;
      }
      if (text > start && stackTrace.startsWith(FRAME, text)) {
        known.append(frame(stackTrace.substring(text + FRAME.length(), end))).append('\n');
        frames++;
      }
      start = end + 1;
    }
  }

  /**
   * Class and method without compiler-generated numbers, which change with the surrounding code.
   */
  private static String frame(String line) {
    int parenthesis = line.indexOf('(');
    String named = parenthesis < 0 ? line : line.substring(0, parenthesis);
    String method = named.substring(0, Math.min(named.length(), MAX_FRAME));
    // Before '/': module, version and class loader. After "$$Lambda": the hidden class's id.
    int lambda = method.indexOf("$$Lambda");
    String shown = lambda < 0 ? method : method.substring(0, lambda);
    return MessagePattern.of(shown.substring(shown.lastIndexOf('/') + 1));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has SHA-256
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
