import type { Tx } from './database.ts'
import { nameOf } from './prepared-name.ts'

/** Runs one statement in a transaction and returns its rows; each connection prepares it once. */
export async function query<Row>(tx: Pick<Tx, 'send'>, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await tx.send<Row>({ name: nameOf(text), text, values: [...values] })).rows
}

/** Runs a statement whose text is put together for this request: never prepared, planned for its values. */
export async function queryUnprepared<Row>(tx: Tx, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await tx.send<Row>({ text, values: [...values] })).rows
}

/** Queues a statement whose rows are not needed: it is sent with the next one. If it fails, the transaction fails. */
export function queueQuery(tx: Tx, text: string, values: readonly unknown[]): void {
  tx.queue({ name: nameOf(text), text, values: [...values] })
}
