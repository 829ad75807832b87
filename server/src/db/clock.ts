import { type Runner, runOne } from './run.ts'
import { instant, statement } from './statement.ts'

const readClock = statement([], { name: 'clock', text: 'select clock_now() as now', row: { now: instant } })

/** The time by which everything decides: that of the database, because the clocks of nodes differ. */
export async function databaseTime(on: Runner): Promise<Date> {
  return (await runOne(on, readClock())).now
}
