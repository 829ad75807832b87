import { ApiError } from '../api/call.ts'

/** The sentence of a refusal; every other error is a bug and is thrown on. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.message
}
