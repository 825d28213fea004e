package io.taskforge.client;

/**
 * A server's response with a 2xx status.
 *
 * @param status the HTTP status
 * @param body the body; empty if the response has none
 */
public record ApiResponse(int status, String body) {}
