package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Encodes job ids in Base64, so that 10 000 of them fit into a document. */
final class EncodedJobIds {
  private EncodedJobIds() {}

  static String write(List<JobId> ids) {
    ByteBuffer bytes = ByteBuffer.allocate(ids.size() * 2 * Long.BYTES);
    for (JobId id : ids) {
      bytes.putLong(id.value().getMostSignificantBits());
      bytes.putLong(id.value().getLeastSignificantBits());
    }
    return Base64.getEncoder().withoutPadding().encodeToString(bytes.array());
  }

  static List<JobId> read(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
    List<JobId> ids = new ArrayList<>();
    while (bytes.hasRemaining()) {
      ids.add(new JobId(new UUID(bytes.getLong(), bytes.getLong())));
    }
    return ids;
  }
}
