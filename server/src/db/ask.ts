import type { Tx } from './database.ts'
import type { Line } from './line.ts'

const lines = new WeakMap<Tx, Line>()

export function openLine(tx: Tx, line: Line): void {
  lines.set(tx, line)
}

function lineOf(tx: Tx): Line {
  const line = lines.get(tx)
  if (!line) throw new Error('This transaction was not opened by the database.')
  return line
}

/**
 * Runs one written statement in a transaction; each connection prepares it once under its name. Statements
 * that are asked without awaiting the first travel together and are answered in their order.
 */
export async function ask<Row>(tx: Tx, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await lineOf(tx).ask<Row>({ name, text, values: [...values] })
  return rows
}

/** A statement whose answer nobody needs: it travels with the next one. Should it fail, the transaction fails. */
export function tell(tx: Tx, name: string, text: string, values: readonly unknown[]): void {
  lineOf(tx).tell({ name, text, values: [...values] })
}
