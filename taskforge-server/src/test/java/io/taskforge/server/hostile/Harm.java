package io.taskforge.server.hostile;

import io.taskforge.query.JobFilter;
import io.taskforge.server.contract.Contract;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sends hostile requests and collects the harm they did. */
final class Harm {
  private static final int MAX = 200;

  private final RawHttp http;
  private final JobStore store;
  private final List<String> complaints = new ArrayList<>();
  private int sent;
  private @Nullable List<Object> unchanged; // what is stored, if the last request changed nothing

  Harm(RawHttp http, JobStore store) {
    this.http = http;
    this.store = store;
  }

  void send(Stream<Hostile> requests) {
    unchanged = null; // the caller may have stored samples
    requests.forEach(this::send);
  }

  private void send(Hostile hostile) {
    sent++;
    List<Object> before = unchanged == null ? stored() : unchanged;
    RawAnswer answer =
        hostile.ends() ? http.sendAndEnd(hostile.bytes()) : http.send(hostile.bytes());
    int status = answer.status();
    String said = "%s was answered: %.300s".formatted(hostile.what(), answer.text());
    if (answer.hung()) {
      complaints.add("hung: " + said);
    }
    if (status >= 500) {
      complaints.add("a fault of ours: " + said);
    }
    if (status >= 400
        && !Contract.isProblem(answer.header("Content-Type"), answer.body(), status)) {
      complaints.add("no problem: " + said);
    }
    // A server may close the connection on malformed HTTP, but must not accept it.
    if (status < 400 && status != 0 && hostile.mustBeRefused()) {
      complaints.add("taken: " + said);
    }
    unchanged = null;
    if (status == 0 || status >= 400) {
      if (stored().equals(before)) {
        unchanged = before;
      } else {
        complaints.add("something was stored: " + said);
      }
    }
  }

  private List<Object> stored() {
    List<Object> all = new ArrayList<>();
    all.addAll(store.queries().list(JobFilter.all(MAX).withoutPayloads()).items());
    all.addAll(store.queues());
    for (DocumentKind kind : DocumentKind.values()) {
      store.documents().forEach(kind, null, all::add);
    }
    return all;
  }

  List<String> complaints() {
    return complaints;
  }

  int sent() {
    return sent;
  }
}
