/** Who may do what: API keys, their scopes, and the tenant that each is bound to. */
@NullMarked
package io.taskforge.server.access;

import org.jspecify.annotations.NullMarked;
