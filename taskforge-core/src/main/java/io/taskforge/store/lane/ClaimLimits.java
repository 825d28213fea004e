package io.taskforge.store.lane;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.PageBytes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remaining limits of a claim: total, per queue and per tenant. */
final class ClaimLimits {
  private final ClaimRequest request;
  private final Map<QueueName, Integer> queues = new LinkedHashMap<>();
  private final Map<TenantId, Integer> taken = new HashMap<>();
  private final Map<Object, Integer> takenOfGroup = new HashMap<>();
  private int left;
  private long bytesLeft;

  ClaimLimits(ClaimRequest request) {
    this.request = request;
    left = request.limit();
    bytesLeft = request.maxBytes();
    request.queues().forEach(each -> queues.putIfAbsent(each.queue(), each.limit()));
  }

  int left() {
    return left;
  }

  int bytesLeft() {
    return (int) Math.max(0, bytesLeft);
  }

  boolean isFull() {
    return left == 0 || bytesLeft <= 0;
  }

  /** The queues with the places of each, in the order of the request. */
  List<ClaimRequest.QueueLimit> queues() {
    return queues.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> new ClaimRequest.QueueLimit(each.getKey(), each.getValue()))
        .toList();
  }

  int ofQueue(QueueName queue) {
    return Math.max(0, Math.min(left, queues.getOrDefault(queue, 0)));
  }

  int ofTenant(TenantId tenant) {
    int limit = request.limitFor(tenant) - taken.getOrDefault(tenant, 0);
    return Math.max(0, Math.min(left, limit));
  }

  /** The group of lanes that shares a limit, or null. */
  @Nullable Object group(Lane lane) {
    return request.gate().group(lane.queue(), lane.tenant(), lane.type(), lane.key());
  }

  int ofGroup(Object group) {
    int limit = request.gate().most(group);
    return Math.max(0, Math.min(left, limit - takenOfGroup.getOrDefault(group, 0)));
  }

  /** Whether jobs may be taken from a lane. */
  boolean isOpen(Lane lane) {
    if (ofTenant(lane.tenant()) == 0) {
      return false;
    }
    Object group = group(lane);
    return group == null || ofGroup(group) > 0;
  }

  void took(List<ClaimedJob> jobs) {
    boolean limited = request.maxBytes() < Integer.MAX_VALUE;
    for (ClaimedJob job : jobs) {
      left--;
      bytesLeft -= limited ? PageBytes.of(job.payload()) : 0;
      queues.merge(job.queue(), -1, Integer::sum);
      taken.merge(job.tenant(), 1, Integer::sum);
      Object group = group(Lane.of(job));
      if (group != null) {
        takenOfGroup.merge(group, 1, Integer::sum);
      }
    }
  }
}
