import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'

export interface NewClient {
  name: string
  /** Null: its sign-in page has no address of its own. */
  code: string | null
}

const lock = statement([], {
  name: 'clients: lock',
  text: `select from pg_advisory_xact_lock(hashtextextended('clients', 0))`,
})

/** Codes have no unique index, because old ones may stand twice: those who add or rename clients wait for each other. */
export const lockClients = (tx: Tx): Promise<unknown> => run(tx, lock())

const findCode = statement([text], {
  name: 'clients: find code',
  text: 'select from clients where lower(code) = lower($1) and not is_deleted',
})

const insert = statement([text, nullable(text)], {
  name: 'clients: insert',
  text: `
  insert into clients (name, code) values ($1, $2)
  on conflict (lower(name)) where not is_deleted do nothing
  returning id`,
  row: { id: int },
})

/** Adds a client; returns its id, or what another client has already, in whatever letters. */
export async function insertClient(tx: Tx, { name, code }: NewClient): Promise<number | 'name' | 'code'> {
  await lockClients(tx)
  if (code !== null && (await run(tx, findCode(code))).length > 0) return 'code'
  const added = await runFirst(tx, insert(name, code))
  return added?.id ?? 'name'
}

const selectClient = statement([int], {
  name: 'clients: select client',
  text: 'select from clients where id = $1 and not is_deleted',
})

/** Whether there is a client with this id that was not deleted. */
export const hasClient = async (tx: Tx, clientId: number): Promise<boolean> =>
  (await run(tx, selectClient(clientId))).length > 0
