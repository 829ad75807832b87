/** Logs for the operator why an external service failed. */
export type ReportProblem = (problem: { reason: string; err?: unknown }) => void

/** Returns the messages of an error and its causes in one line, without their other properties. */
export function errorChain(error: unknown): string {
  const messages: string[] = []
  for (let one: unknown = error; one instanceof Error && messages.length < 4; one = one.cause)
    messages.push(one.message.replaceAll(/\s+/g, ' ').slice(0, 200))
  return messages.join(': ')
}
