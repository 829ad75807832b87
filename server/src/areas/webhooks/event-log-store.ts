import type { Db, Tx } from '../../db/database.ts'
import { run, runFirst, write } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'
import { newestPosition } from './newest-position.ts'

// The table `event_log_places`.

/** A place that fails is tried again after 1, 2, 4, 5, 5 … minutes. */
const REST_MAX_MINUTES = 5

const addPlace = statement([text], {
  name: 'event log: add place',
  text: `
  insert into event_log_places (name, position)
  select $1, ${newestPosition} where not exists (select from event_log_places where name = $1)
  on conflict do nothing`,
})

const findDue = statement([text], {
  name: 'event log: find due place',
  text: `
  select position, failures from event_log_places where name = $1 and next_attempt_at <= clock_now()`,
  row: { position: int, failures: int },
})

/** The position of a place, which begins with the events from now on; undefined: it has a rest after a failure. */
export async function findDuePlace(tx: Tx, name: string) {
  await run(tx, addPlace(name))
  return runFirst(tx, findDue(name))
}

const movePlace = statement([text, int, int], {
  name: 'event log: move place',
  text: `
  update event_log_places set position = $3, written_at = clock_now(), failures = 0, next_attempt_at = clock_now()
   where name = $1 and position = $2
  returning position`,
  row: { position: int },
})

/** Notes that events up to a number are there. False: another node has moved the place meanwhile. */
export const notePosition = async (db: Db, name: string, { from, to }: { from: number; to: number }) =>
  (await write(db, movePlace(name, from, to))).length > 0

const rest = statement([text], {
  name: 'event log: rest after a failure',
  text: `
  update event_log_places
     set failures = failures + 1,
         next_attempt_at = clock_now() + make_interval(mins => least(power(2, least(failures, 10))::integer, ${REST_MAX_MINUTES}))
   where name = $1`,
})

/** Notes that a place has not taken events. */
export const noteLogFailure = (db: Db, name: string) => write(db, rest(name))
