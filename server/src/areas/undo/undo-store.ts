import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { instant, int, interval, json, jsonText, type RowOf, statement, text } from '../../db/statement.ts'

/** How long an act can be taken back unless said otherwise. */
const OFFERED_FOR = '1 hour'

export type UndoOffer = RowOf<typeof offerUndoStatement>

const offerUndoStatement = statement([text, int, jsonText, interval], {
  name: 'undo: offer undo',
  text: `
  insert into undo_offers (kind, user_id, snapshot, expires_at)
  values ($1, $2, $3, clock_now() + $4::interval)
  returning id as "undoId", expires_at as "undoUntilDt"`,
  row: { undoId: int, undoUntilDt: instant },
})

const takeUndoStatement = statement([int, text, int], {
  name: 'undo: take undo',
  text: `
  delete from undo_offers where id = $1 and kind = $2 and user_id = $3 and expires_at > clock_now() returning snapshot, expires_at as "expiresAt"`,
  row: { snapshot: json<unknown>(), expiresAt: instant },
})

// The table `undo_offers`: acts that the user who did them can take back, each once.

/** Offers to take back an act of a kind; the snapshot is what its inverse needs, and holds no secret. */
export async function offerUndo(
  tx: Tx,
  act: {
    kind: string
    userId: number
    snapshot: object
    /** How long it can be taken back: '30 days'. */
    offeredFor?: string
  },
): Promise<UndoOffer> {
  const offer = await runFirst(
    tx,
    offerUndoStatement(act.kind, act.userId, JSON.stringify(act.snapshot), act.offeredFor ?? OFFERED_FOR),
  )
  return offer as UndoOffer
}

const keepUndoStatement = statement([int, text, int, jsonText, instant], {
  name: 'undo: keep undo',
  text: `
  insert into undo_offers (id, kind, user_id, snapshot, expires_at) overriding system value values ($1, $2, $3, $4, $5)`,
})

// Who waits for the row itself would not see the one that is kept.
const holdOfferStatement = statement([int], {
  name: 'undo: hold offer',
  text: `select from pg_advisory_xact_lock(hashtextextended('undo offer ' || $1::integer, 0))`,
})

/** Uses up an offer of which parts are taken back one by one; `keep` offers the rest under the same id, until the same time. */
export async function takePartOfUndo<Snapshot extends object>(
  tx: Tx,
  kind: string,
  userId: number,
  undoId: number,
): Promise<{ snapshot: Snapshot; keep: (rest: Snapshot) => Promise<void> } | undefined> {
  await run(tx, holdOfferStatement(undoId))
  const taken = await runFirst(tx, takeUndoStatement(undoId, kind, userId))
  return (
    taken && {
      snapshot: taken.snapshot as Snapshot,
      keep: async (rest) => {
        await run(tx, keepUndoStatement(undoId, kind, userId, JSON.stringify(rest), taken.expiresAt))
      },
    }
  )
}

/** Uses up an offer and returns its snapshot; undefined where it ended, was used, or is not the user's own. */
export const takeUndo = async <Snapshot>(
  tx: Tx,
  kind: string,
  userId: number,
  undoId: number,
): Promise<Snapshot | undefined> =>
  (await runFirst(tx, takeUndoStatement(undoId, kind, userId)))?.snapshot as Snapshot | undefined
