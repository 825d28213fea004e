/** Contract tests: the OpenAPI document is valid, and responses match it. */
@NullMarked
package io.taskforge.server.contract;

import org.jspecify.annotations.NullMarked;
