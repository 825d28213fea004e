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

/** Sends hostile requests and collects the harm they did. */
final class Harm {
  private static final int MAX = 1_000;

  private final RawHttp http;
  private final JobStore store;
  private final List<String> complaints = new ArrayList<>();
  private int sent;

  Harm(RawHttp http, JobStore store) {
    this.http = http;
    this.store = store;
  }

  void send(Stream<Hostile> requests) {
    requests.forEach(this::send);
  }

  private void send(Hostile hostile) {
    sent++;
    List<Object> before = stored();
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
    if ((status == 0 || status >= 400) && !stored().equals(before)) {
      complaints.add("something was stored: " + said);
    }
  }

  private List<Object> stored() {
    List<Object> all = new ArrayList<>();
    all.addAll(store.queries().list(JobFilter.all(MAX)).items());
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
