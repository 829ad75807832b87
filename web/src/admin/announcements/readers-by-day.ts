import type { readAnnouncementReaders } from '@portico/contract/announcement-admin.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'

export type Readers = DataOf<typeof readAnnouncementReaders>

export interface ReadersOfDay {
  /** yyyy-MM-dd */
  day: string
  /** Users who have read it on this day. */
  added: number
  /** Users who have read it until then. */
  total: number
}

/** Readers of all clients or of one, by day: only days with a reader. */
export function readersByDay({ days }: Pick<Readers, 'days'>, clientId?: number): ReadersOfDay[] {
  const added = new Map<string, number>()
  for (const one of days)
    if (clientId === undefined || one.clientId === clientId)
      added.set(one.readDt, (added.get(one.readDt) ?? 0) + one.readCnt)
  let total = 0
  return [...added].map(([day, count]) => {
    total += count
    return { day, added: count, total }
  })
}
