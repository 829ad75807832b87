import { randomUUID } from 'node:crypto'

/** Returns the id of a new grant: it names the portal session that gave it, so that all that hangs on it leads there. */
export const newGrantId = (sessionId: number): string => `${sessionId}:${randomUUID()}`

/** Returns the portal session behind a grant; null without a grant. */
export function sessionIdOf(grantId: string | undefined): number | null {
  const id = /^(\d{1,15}):/.exec(grantId ?? '')?.[1]
  return id === undefined ? null : Number(id)
}
