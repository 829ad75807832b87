/** Tells the operator why a service that the portal needs did not help. */
export type HearTrouble = (trouble: { reason: string; err?: unknown }) => void

/** What an error and its causes say, in one line; what they carry beside stays out of the log. */
export function whyOf(error: unknown): string {
  const said: string[] = []
  for (let one: unknown = error; one instanceof Error && said.length < 4; one = one.cause)
    said.push(one.message.replaceAll(/\s+/g, ' ').slice(0, 200))
  return said.join(': ')
}
