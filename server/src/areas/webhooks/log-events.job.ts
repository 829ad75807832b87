import { everything } from '../../db/scope.ts'
import { describeError } from '../../error-cause.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import type { WriteEvents } from '../../ports/event-log/event-log.ts'
import { readEventsAfter, sealEvents } from '../audit/public.ts'
import { findDuePlace, noteLogFailure, notePosition } from './event-log-store.ts'
import { portalEventOf } from './event-view.ts'
import type { SendDeps } from './send-delivery.ts'

/** Events that are written at once; the position is stored after each time. */
export const WRITTEN_AT_ONCE = 500
/** A run ends after so long; the next one goes on. */
const RUN_MS = 45_000

type LogDeps = Pick<SendDeps, 'db' | 'source' | 'translate'> & {
  /** Null: the setting PORTAL_EVENT_LOG is not there. */
  place: { name: string; write: WriteEvents } | null
}

/**
 * Writes the events of the audit trail to the place that the operator has set, at least once and in their order. The
 * position is in the database, so that any node goes on where another one has ended.
 */
export function logEventsJob({ place, ...deps }: LogDeps): JobDefinition<'log-events'> {
  return {
    name: 'log-events',
    run: async (_, context) => {
      if (place === null) return
      const due = await deps.db.transact(everything, (tx) => findDuePlace(tx, place.name))
      if (!due) return
      for await (const _batch of sealEvents(deps.db, context.signal)) if (context.signal.aborted) return
      await writeAll({ ...deps, place }, context, due.position)
    },
  }
}

async function writeAll(
  { place, ...deps }: LogDeps & { place: NonNullable<LogDeps['place']> },
  { signal, logger }: Pick<JobContext, 'signal' | 'logger'>,
  begin: number,
): Promise<void> {
  const end = performance.now() + RUN_MS
  const reader = { clientId: null, translate: await deps.translate() }
  let position = begin
  for (let hasMore = true; hasMore && !signal.aborted && performance.now() < end;) {
    const page = await deps.db.read(everything, (tx) =>
      readEventsAfter(tx, reader, { after: position, limit: WRITTEN_AT_ONCE }),
    )
    const events = page.events.map((event) => ({
      code: event.eventCd,
      at: event.eventDt,
      json: JSON.stringify(portalEventOf(event, deps.source)),
    }))
    try {
      if (events.length > 0) await place.write(events, signal)
    } catch (error) {
      // A node that stops says nothing of the place.
      if (!signal.aborted) await noteLogFailure(deps.db, place.name)
      logger.warn({ reason: describeError(error) }, 'event log not written')
      return
    }
    const isMoved =
      page.next === position || (await notePosition(deps.db, place.name, { from: position, to: page.next }))
    if (!isMoved) return
    position = page.next
    hasMore = page.hasMore
  }
}
