package io.taskforge.server.outbound;

import java.util.Arrays;

/**
 * The suffix automaton of a text, which recognizes all of its substrings. It is built in time
 * linear in the text and finds a word in time linear in the word, so that any number of words can
 * be searched for without scanning the text for each.
 *
 * <p>A state stands for substrings that end at the same positions of the text: its longest one has
 * {@code length} characters, and {@code link} is the state of the longest suffix that also ends at
 * other positions.
 */
final class SuffixAutomaton {
  private static final int NONE = -1;
  private static final int START = 0;

  private final int[] length;
  private final int[] link;
  private final int[] firstEdge;
  private final char[] edgeChar;
  private final int[] edgeTo;
  private final int[] nextEdge;
  // The state of the first n characters of the text, by n.
  private final int[] prefix;
  private final boolean[] endsText;
  // The longest marked word that is recognized in a state.
  private final int[] marked;
  private int states;
  private int edges;

  SuffixAutomaton(String text) {
    int n = text.length();
    length = new int[2 * n + 1];
    link = new int[2 * n + 1];
    firstEdge = new int[2 * n + 1];
    edgeChar = new char[3 * n + 1];
    edgeTo = new int[3 * n + 1];
    nextEdge = new int[3 * n + 1];
    prefix = new int[n + 1];
    newState(0, NONE);
    for (int i = 0; i < n; i++) {
      prefix[i + 1] = extended(prefix[i], text.charAt(i));
    }
    marked = new int[states];
    endsText = new boolean[states];
    for (int state = prefix[n]; state != NONE; state = link[state]) {
      endsText[state] = true;
    }
  }

  private int newState(int itsLength, int itsLink) {
    length[states] = itsLength;
    link[states] = itsLink;
    firstEdge[states] = NONE;
    return states++;
  }

  private void addEdge(int from, char c, int to) {
    edgeChar[edges] = c;
    edgeTo[edges] = to;
    nextEdge[edges] = firstEdge[from];
    firstEdge[from] = edges++;
  }

  private int edge(int from, char c) {
    int edge = firstEdge[from];
    while (edge != NONE && edgeChar[edge] != c) {
      edge = nextEdge[edge];
    }
    return edge;
  }

  private int extended(int last, char c) {
    int current = newState(length[last] + 1, START);
    int from = last;
    while (from != NONE && edge(from, c) == NONE) {
      addEdge(from, c, current);
      from = link[from];
    }
    if (from != NONE) {
      int to = edgeTo[edge(from, c)];
      link[current] = length[to] == length[from] + 1 ? to : split(from, c, to);
    }
    return current;
  }

  /** Gives the shorter substrings of {@code to}, which now end at one more position, a state. */
  private int split(int from, char c, int to) {
    int shorter = newState(length[from] + 1, link[to]);
    for (int edge = firstEdge[to]; edge != NONE; edge = nextEdge[edge]) {
      addEdge(shorter, edgeChar[edge], edgeTo[edge]);
    }
    for (int state = from; state != NONE; state = link[state]) {
      int edge = edge(state, c);
      if (edgeTo[edge] != to) {
        break;
      }
      edgeTo[edge] = shorter;
    }
    link[to] = shorter;
    return shorter;
  }

  /**
   * Marks every occurrence of a word.
   *
   * @return the length of the longest beginning of the word that the text ends with
   */
  int mark(String word) {
    int atEnd = 0;
    int state = START;
    for (int i = 0; i < word.length(); i++) {
      int edge = edge(state, word.charAt(i));
      if (edge == NONE) {
        return atEnd;
      }
      state = edgeTo[edge];
      atEnd = endsText[state] ? i + 1 : atEnd;
    }
    marked[state] = Math.max(marked[state], word.length());
    return atEnd;
  }

  /** Returns, for each position of the text, the length of the longest marked word before it. */
  int[] markedBefore() {
    int[] longest = marked.clone();
    for (int state : byLength()) {
      if (state != START) {
        longest[state] = Math.max(longest[state], longest[link[state]]);
      }
    }
    return Arrays.stream(prefix).map(state -> longest[state]).toArray();
  }

  private int[] byLength() {
    int[] next = new int[prefix.length + 1];
    for (int state = 0; state < states; state++) {
      next[length[state] + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    int[] sorted = new int[states];
    for (int state = 0; state < states; state++) {
      sorted[next[length[state]]++] = state;
    }
    return sorted;
  }
}
