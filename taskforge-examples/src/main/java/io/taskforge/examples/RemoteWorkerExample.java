package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.client.RemoteWorker;
import io.taskforge.client.TaskForgeClient;
import java.util.concurrent.CountDownLatch;

/**
 * Enqueues jobs on a server and runs them in this process, over HTTP. Needs a server: {@code
 * ./taskforge server}.
 */
public final class RemoteWorkerExample {
  // snippet:remote-worker
  record Mail(String to, String subject) {}

  static final JobType<Mail> SEND_MAIL = JobType.of("send-mail", Mail.class);

  static RemoteWorker start(TaskForgeClient client, Mailer mailer) {
    return client
        .worker()
        .queues("mail", "default")
        .concurrency(20)
        .handler(SEND_MAIL, mail -> mailer.send(mail.to(), mail.subject()))
        .start();
  }

  // end

  interface Mailer {
    void send(String to, String subject) throws Exception;
  }

  private RemoteWorkerExample() {}

  public static void main(String[] args) throws Exception {
    String url = args.length > 0 ? args[0] : "http://127.0.0.1:8080";
    // snippet:remote-enqueue
    TaskForgeClient client = TaskForgeClient.of(url, System.getenv("TASKFORGE_API_KEY"));
    client.enqueue(SEND_MAIL, new Mail("ann@example.org", "Hello"));
    // end
    client.enqueue(SEND_MAIL.with(new Mail("bob@example.org", "Hello")).queue("mail").priority(5));
    CountDownLatch sent = new CountDownLatch(2);
    RemoteWorker worker =
        start(
            client,
            (to, subject) -> {
              System.out.printf("sending '%s' to %s%n", subject, to);
              sent.countDown();
            });
    sent.await();
    worker.close();
    System.out.println("all reported");
  }
}
