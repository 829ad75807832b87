import { EVENTS_MAX } from '@portico/contract/webhooks/events.ts'
import type * as contract from '@portico/contract/webhooks/events.ts'
import type { Db } from '../../db/database.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Texts } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { readEventsAfter } from '../audit/public.ts'
import { portalEventOf } from './event-view.ts'

const EVENTS_UNLESS_ASKED = 100

interface EventDeps {
  db: Db
  texts: Pick<Texts, 'of'>
  /** The address of the portal, which events name as their source. */
  source: string
}

/** Events for programs that ask for them. */
export function eventHandlers({ db, texts, source }: EventDeps): Handlers<typeof contract> {
  return {
    listEvents: async (call) => {
      const { after = 0, limit = EVENTS_UNLESS_ASKED } = call.query
      const scope = adminScope(call.caller)
      const reader = {
        clientId: scope.kind === 'everything' ? null : scope.clientId,
        translate: await texts.of(audienceOf(call)),
      }
      const page = { after, limit: Math.min(limit, EVENTS_MAX) }
      const { events, next, hasMore } = await db.read(scope, (tx) => readEventsAfter(tx, reader, page))
      return { eventList: events.map((event) => portalEventOf(event, source)), nextNo: next, moreFlg: hasMore }
    },
  }
}
