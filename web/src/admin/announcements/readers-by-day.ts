import type { readAnnouncementReaders } from '@portico/contract/announcements/announcement-audience.ts'
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

/** Readers by day, added up: only days with a reader. */
export function readersByDay({ days }: Pick<Readers, 'days'>): ReadersOfDay[] {
  let total = 0
  return days.map(({ readDt, readCnt }) => {
    total += readCnt
    return { day: readDt, added: readCnt, total }
  })
}
