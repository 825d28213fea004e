package io.taskforge.server.outbound;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** IPv6 addresses in the notation of RFC 4291; zones are rejected. */
final class Ipv6Text {
  private static final int GROUPS = 8;

  private Ipv6Text() {}

  static @Nullable IpAddress parse(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      List<Integer> groups = groups(text);
      return groups == null || groups.size() != GROUPS ? null : address(groups);
    }
    String before = text.substring(0, gap);
    String after = text.substring(gap + 2);
    List<Integer> left = before.isEmpty() ? List.of() : groups(before);
    List<Integer> right = after.isEmpty() ? List.of() : groups(after);
    // A dotted part must be the end of an address, so it can't be before the gap.
    if (left == null || right == null || before.indexOf('.') >= 0) {
      return null;
    }
    int zeros = GROUPS - left.size() - right.size();
    if (zeros < 1) {
      return null;
    }
    List<Integer> all = new ArrayList<>(left);
    for (int i = 0; i < zeros; i++) {
      all.add(0);
    }
    all.addAll(right);
    return address(all);
  }

  private static @Nullable List<Integer> groups(String text) {
    List<Integer> groups = new ArrayList<>();
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
        Integer dotted = Ipv4Text.parse(parts[i]);
        if (dotted == null) {
          return null;
        }
        groups.add(dotted >>> 16);
        groups.add(dotted & 0xFFFF);
      } else if (isGroup(parts[i])) {
        groups.add(Integer.parseInt(parts[i], 16));
      } else {
        return null;
      }
    }
    return groups;
  }

  private static boolean isGroup(String part) {
    return !part.isEmpty()
        && part.length() <= 4
        && part.chars().allMatch(c -> c < 0x80 && Character.digit(c, 16) >= 0);
  }

  private static IpAddress address(List<Integer> groups) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < GROUPS / 2; i++) {
      high = high << 16 | groups.get(i);
      low = low << 16 | groups.get(i + GROUPS / 2);
    }
    return new IpAddress(high, low);
  }

  /** Formats as in RFC 5952: lower case, the longest run of zeros compressed. */
  static String format(IpAddress address) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      long half = i < GROUPS / 2 ? address.high() : address.low();
      groups[i] = (int) (half >>> (16 * (3 - i % 4)) & 0xFFFF);
    }
    int gapStart = -1;
    int gapLength = 1;
    for (int i = 0; i < GROUPS; i++) {
      int length = zerosFrom(groups, i);
      if (length > gapLength) {
        gapStart = i;
        gapLength = length;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == gapStart) {
        text.append("::");
        i += gapLength - 1;
        continue;
      }
      if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
        text.append(':');
      }
      text.append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }

  private static int zerosFrom(int[] groups, int start) {
    int end = start;
    while (end < GROUPS && groups[end] == 0) {
      end++;
    }
    return end - start;
  }
}
