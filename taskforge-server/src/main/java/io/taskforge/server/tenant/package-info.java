/**
 * Rate limits and quotas of tenants: enqueued and waiting jobs, queues, schedules, redrives,
 * workers.
 */
@NullMarked
package io.taskforge.server.tenant;

import org.jspecify.annotations.NullMarked;
