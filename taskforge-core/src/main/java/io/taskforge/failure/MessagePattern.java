package io.taskforge.failure;

import java.util.HexFormat;
import java.util.Set;

/**
 * An error message with its variable parts (numbers, ids, times, addresses, quoted text) replaced
 * by placeholders, so that the same failure gives the same text each time.
 *
 * <p>Runs in linear time: messages are untrusted, and a backtracking regular expression would allow
 * denial of service (ReDoS).
 */
final class MessagePattern {
  private static final int MAX_LENGTH = 512;
  private static final String CHANGING = "#";
  private static final String QUOTED = "'…'";
  private static final String EMAIL = "<email>";
  // Longer words are tokens and hashes.
  private static final int LONGEST_WORD = 40;
  private static final int LEAST_HEX = 8;
  private static final int LEAST_HEX_AFTER_NUMBER = 2;
  private static final Set<String> PARTS_OF_TIMES =
      Set.of(
          ("Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
                  + " January February March April June July August September October November"
                  + " December AM PM UTC GMT")
              .split(" ", -1));

  private final String text;
  private final StringBuilder pattern = new StringBuilder();
  // Opening quotes without a closing quote in the rest of the text; keeps the scan linear.
  private String unclosed = "";

  private MessagePattern(String text) {
    this.text = text;
  }

  static String of(String text) {
    MessagePattern read = new MessagePattern(text);
    for (int at = 0; at < text.length() && read.pattern.length() < MAX_LENGTH; ) {
      at = read.next(at);
    }
    String whole = read.pattern.toString().strip();
    return whole.length() <= MAX_LENGTH ? whole : whole.substring(0, MAX_LENGTH);
  }

  /** Reads the token at this index and returns the index after it. */
  private int next(int at) {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      if (!pattern.isEmpty() && pattern.charAt(pattern.length() - 1) != ' ') {
        pattern.append(' ');
      }
      return at + 1;
    }
    int closing = closingQuote(at);
    if (closing > 0) {
      placeholder(QUOTED);
      return closing + 1;
    }
    if (isBoundary(at)) {
      pattern.append(c);
      return at + 1;
    }
    int end = at + 1;
    boolean url = false;
    while (end < text.length() && !endsChunk(end, url)) {
      url = url || text.startsWith("://", end);
      end++;
    }
    chunk(text.substring(at, end), url);
    return end;
  }

  private boolean endsChunk(int at, boolean url) {
    char c = text.charAt(at);
    if (Character.isWhitespace(c) || "\"`<>“”".indexOf(c) >= 0) {
      return true;
    }
    return !url && isBoundary(at);
  }

  private boolean isBoundary(int at) {
    char c = text.charAt(at);
    if (c == ',') {
      return !(isDigit(at - 1) && isDigit(at + 1));
    }
    return "()[]{}<>=;|\"'`“”".indexOf(c) >= 0;
  }

  private boolean isDigit(int at) {
    return at >= 0 && at < text.length() && Character.isDigit(text.charAt(at));
  }

  /** Returns the index of the closing quote, or -1 if no quote opens here. Ignores apostrophes. */
  private int closingQuote(int at) {
    char open = text.charAt(at);
    char close = open == '“' ? '”' : open;
    if ("\"'`“".indexOf(open) < 0
        || unclosed.indexOf(open) >= 0
        || (at > 0 && Character.isLetterOrDigit(text.charAt(at - 1)))) {
      return -1;
    }
    for (int i = at + 1; i < text.length(); i++) {
      boolean apostrophe =
          close == '\'' && i + 1 < text.length() && Character.isLetterOrDigit(text.charAt(i + 1));
      if (text.charAt(i) == close && !apostrophe) {
        return i;
      }
    }
    unclosed += open;
    return -1;
  }

  private void chunk(String chunk, boolean url) {
    if (url) {
      url(chunk);
      return;
    }
    int at = chunk.indexOf('@');
    if (at > 0 && at + 1 < chunk.length() && Character.isLetterOrDigit(chunk.charAt(at - 1))) {
      // An email address has a dot after the @; Object.toString's default does not.
      if (chunk.indexOf('.', at) > at + 1 && chunk.indexOf('.', at) < chunk.length() - 1) {
        placeholder(EMAIL);
        return;
      }
    }
    if (isIpv6(chunk)) {
      placeholder(CHANGING);
      return;
    }
    words(chunk);
  }

  /** Keeps scheme, host and path; drops the user info, query and fragment. */
  private void url(String url) {
    int host = url.indexOf("://") + 3;
    int end = host;
    int path = -1;
    int user = -1;
    for (; end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#'; end++) {
      path = path < 0 && url.charAt(end) == '/' ? end : path;
      user = path < 0 && url.charAt(end) == '@' ? end : user;
    }
    pattern.append(url, 0, host);
    words(url.substring(user < 0 ? host : user + 1, end));
  }

  private static boolean isIpv6(String chunk) {
    int colons = 0;
    boolean digit = false;
    for (int i = 0; i < chunk.length(); i++) {
      char c = chunk.charAt(i);
      if (c == ':') {
        colons++;
      } else if (c != '.' && !HexFormat.isHexDigit(c)) {
        return false;
      }
      digit = digit || (c >= '0' && c <= '9');
    }
    return digit && colons >= 2;
  }

  private void words(String chunk) {
    boolean afterNumber = false;
    for (int at = 0; at < chunk.length(); ) {
      int end = at;
      while (end < chunk.length() && isWord(chunk.charAt(end))) {
        end++;
      }
      if (end == at) {
        char c = chunk.charAt(at);
        boolean sign = at == 0 && (c == '-' || c == '+') && chunk.length() > 1;
        if (!(sign && Character.isDigit(chunk.charAt(1)))) {
          pattern.append(c);
        }
        afterNumber = afterNumber && isJoiner(c);
        at++;
        continue;
      }
      String word = chunk.substring(at, end);
      afterNumber = isChanging(word) || (afterNumber && isHex(word, LEAST_HEX_AFTER_NUMBER));
      if (afterNumber) {
        placeholder(CHANGING);
      } else {
        pattern.append(word);
      }
      at = end;
    }
  }

  /**
   * Appends a placeholder unless it repeats the last one, so that lists of any length look the
   * same.
   */
  private void placeholder(String sign) {
    int end = pattern.length();
    while (end > 0 && isJoiner(pattern.charAt(end - 1))) {
      end--;
    }
    boolean again =
        end >= sign.length() && pattern.indexOf(sign, end - sign.length()) == end - sign.length();
    if (again) {
      pattern.setLength(end);
    } else {
      pattern.append(sign);
    }
  }

  private static boolean isChanging(String word) {
    return word.length() >= LONGEST_WORD
        || isHex(word, LEAST_HEX)
        || PARTS_OF_TIMES.contains(word)
        || hasDigit(word);
  }

  private static boolean hasDigit(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (Character.isDigit(word.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHex(String word, int least) {
    int hex = 0;
    while (hex < word.length() && HexFormat.isHexDigit(word.charAt(hex))) {
      hex++;
    }
    return hex == word.length() && hex >= least;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static boolean isJoiner(char c) {
    return " ,;.:/+-".indexOf(c) >= 0;
  }
}
