import { rowTypes } from './connection-settings.ts'
import type { OwnerClient } from './owner-connection.ts'
import { portalRole } from './portal-role.ts'
import type { Query, QueryResult } from './query.ts'
import type { Tx } from './statement-pipeline.ts'

const setActing = `select set_config('role', $1, true), set_config('portal.scope', $2, true)`

/**
 * Does work as the portal, with the scope `everything`, in a transaction that the owner of the database has begun and
 * commits. What fails leaves the transaction to be rolled back.
 */
export async function actAsPortal<Result>(owner: OwnerClient, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const tx = transactionOf(owner)
  const act = (role: string, scope: string) => tx.send({ text: setActing, values: [role, scope] })
  await act(portalRole, 'everything')
  const result = await work(tx)
  await act('none', '')
  return result
}

/**
 * The transaction that a connection has begun: its statements are sent one after another, and rows are read as those of
 * the portal's own connections.
 */
function transactionOf(owner: OwnerClient): Tx {
  let failure: { reason: unknown } | undefined
  let last: Promise<unknown> = Promise.resolve()
  const send = async <Row>(query: Query): Promise<QueryResult<Row>> => {
    const answer = last.then(() => owner.query({ ...query, types: rowTypes }))
    last = answer.catch((error: unknown) => (failure ??= { reason: error }))
    try {
      return await answer
    } catch {
      // Of those that fail, only the first one says why.
      throw failure?.reason
    }
  }
  return { send, queue: (query) => void send(query).catch(() => undefined) }
}
