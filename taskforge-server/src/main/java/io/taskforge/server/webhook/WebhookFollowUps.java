package io.taskforge.server.webhook;

import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.EndedJob;
import io.taskforge.store.FollowUps;
import java.util.List;

/** Lets deliveries follow the ends of jobs, in the transaction that ends them. */
public final class WebhookFollowUps implements FollowUps {
  private final WebhookDeliveries deliveries;

  public WebhookFollowUps(WebhookDeliveries deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public boolean wants(TenantId tenant, QueueName queue, JobType type, JobState state) {
    return deliveries.any(tenant, queue, type, state);
  }

  @Override
  public List<NewJob> after(List<EndedJob> ended) {
    return ended.stream().flatMap(job -> deliveries.forEnd(job).stream()).toList();
  }
}
