/** Tests of the policy lab. */
@org.jspecify.annotations.NullMarked
package io.taskforge.server.lab;
