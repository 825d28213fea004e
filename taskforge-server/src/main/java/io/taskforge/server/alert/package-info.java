/**
 * Alerting: the rules ({@link io.taskforge.server.alert.AlertRules}), their overrides, the watch
 * that evaluates them on one node at a time, the stored alerts, and the sinks that report them.
 */
@NullMarked
package io.taskforge.server.alert;

import org.jspecify.annotations.NullMarked;
