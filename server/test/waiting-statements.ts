import type { Portal } from './portal.ts'

/** How many statements of the portal's database wait for a lock. */
export const waitingStatements = async (portal: Pick<Portal, 'owner'>): Promise<number> =>
  (await portal.owner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .length
