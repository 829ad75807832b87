import { ApiError } from '../api/call.ts'

/** For `.catch` of a call: failures that the server does not explain get this message; undefined: they keep theirs. */
export const unexpectedFailureAs =
  (message: string | undefined) =>
  (error: unknown): never => {
    const isUnexpected =
      error instanceof ApiError && (error.status === 0 || error.code === '500' || error.status >= 500)
    throw isUnexpected && message !== undefined ? new ApiError(message, { code: '500', cause: error }) : error
  }
