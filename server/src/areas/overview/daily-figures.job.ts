import type { Db } from '../../db/database.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { countDailyFigures } from './daily-figures.ts'

/** Counts what happened on each day, for the pictures of the overview. */
export function dailyFiguresJob({ db, timeZone }: { db: Db; timeZone: string }): JobDefinition<'daily-figures'> {
  return {
    name: 'daily-figures',
    run: (_, { signal }) => countDailyFigures(db, timeZone, signal),
  }
}
