import type { SignalSubject } from '@portico/contract/webhooks/signal-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, bool, int, nullable, present, type RowOf, statement, text, textOf } from '../../../db/statement.ts'
import { hasRightfulOwner } from '../webhook-store.ts'

// The table `webhooks`: those of signals, as their receivers see them.

const readRows = statement([nullable(int), nullable(int)], {
  name: 'signals: streams',
  text: `
  select webhook.id, webhook.name, address, audience, subject_format as "subjectFormat", kinds, webhook.state,
         ${hasRightfulOwner} as "hasRightfulOwner"
    from webhooks webhook
   where webhook.format = 'signals' and webhook.client_id is not distinct from $1
     and ($2::integer is null or webhook.id = $2)
   order by webhook.id`,
  row: {
    id: int,
    name: text,
    address: text,
    audience: present(text),
    subjectFormat: present(textOf<SignalSubject>()),
    kinds: arrayOf(text),
    state: textOf<'on' | 'off' | 'failed' | 'paused'>(),
    hasRightfulOwner: present(bool),
  },
})

/** A webhook of signals, as its receiver sees it. */
export type Stream = RowOf<typeof readRows>

/** The streams of an employer, or of the installation (null); one of them, or all. */
export const readStreams = (tx: Tx, clientId: number | null, id: number | null = null) =>
  run(tx, readRows(clientId, id))

const storeState = statement([int, text, int], {
  name: 'signals: store state',
  text: `update webhooks set state = $2, failing_since = null, changed_by = $3 where id = $1`,
})

/** Stores what a receiver wants of its stream; `by`: the owner of its service account. */
export const storeStreamState = (tx: Tx, id: number, state: 'on' | 'paused', by: number) =>
  run(tx, storeState(id, state, by))
