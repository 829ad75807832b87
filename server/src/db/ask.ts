import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'

/** Runs one written statement in a transaction; its name goes along, so that each connection prepares it once. */
export async function ask<Row>(tx: Tx, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(`/*${name}*/ ${text}`, [...values]))
  return rows
}
