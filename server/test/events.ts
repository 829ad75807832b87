import type { Portal } from './portal.ts'

/** Names of the audit events about a user, in their order. */
export async function eventsAbout(portal: Portal, { id }: { id: number }): Promise<string[]> {
  const rows = await portal.owner('select event from audit_events where subject_user_id = $1 order by id', [id])
  return rows.map(({ event }) => String(event))
}
