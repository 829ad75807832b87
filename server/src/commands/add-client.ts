import { insertClient, type NewClient } from '../areas/clients/public.ts'
import type { Tx } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { recordCommand } from './record-command.ts'

/**
 * Adds an organization for an operator and records it; returns its id.
 * @param by the command
 * @throws StartError where another one has the name or the code
 */
export async function addClient(
  tx: Tx,
  { name, code }: NewClient,
  by: 'clients create' | 'create-admin',
): Promise<number> {
  const id = await insertClient(tx, { name, code })
  if (id === 'name') throw new StartError(`There is an organization "${name}" already.`)
  if (id === 'code') throw new StartError(`There is an organization with the code "${code}" already.`)
  recordCommand(tx, {
    event: 'client_added',
    clientId: id,
    target: { kind: 'client', id },
    after: { name, ...(code === null ? {} : { code }), by },
  })
  return id
}
