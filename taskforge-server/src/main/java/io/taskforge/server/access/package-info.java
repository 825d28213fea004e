/** Authentication and authorization: API keys, their scopes and tenants, signed lease tokens. */
@NullMarked
package io.taskforge.server.access;

import org.jspecify.annotations.NullMarked;
