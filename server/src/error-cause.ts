/** A text of one word says less than what follows it: "Error", "ENOSPC". */
const BARE_WORD = /^\w*$/

/**
 * Returns what failed in one line: the message of the error and those behind it, such as that of a system call. Empty
 * messages and those that a later one repeats are left out.
 */
export function describeError(error: unknown): string {
  const messages = messagesOf(error)
  const shown = messages.filter((message, at) => !messages.slice(at + 1).some((later) => later.includes(message)))
  const sentences = shown.filter((message) => !BARE_WORD.test(message)).map((each) => each.replace(/\.$/, ''))
  return (sentences.length > 0 ? sentences : shown).join(': ').slice(0, 500)
}

const DEEPEST = 5

/** True for errors, and for the copies of them that the queue of jobs emits. */
const isFailure = (value: unknown): value is Partial<Error> & { message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/** From the error to its innermost cause. */
function messagesOf(error: unknown, depth = 0): string[] {
  if (!isFailure(error) || depth === DEEPEST) return []
  const { code } = error as NodeJS.ErrnoException
  const own = error.message || String(code ?? error.name ?? '')
  const several = error instanceof AggregateError ? error.errors : []
  return [own, ...several.flatMap((each) => messagesOf(each, depth + 1)), ...messagesOf(error.cause, depth + 1)]
}

/** True where a TLS client refused the certificate of the server. */
export const isCertificateRefused = (error: unknown): boolean =>
  isFailure(error) &&
  /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_)/.test(String((error as NodeJS.ErrnoException).code))
