import { ApiError } from './call.ts'

/**
 * The server's message where the user may not do this, as in a look-only emulation; else `retry`, which asks to try
 * again.
 */
export const messageOrRetry = (error: unknown, retry: string): string =>
  error instanceof ApiError && error.status === 403 ? error.message : retry
