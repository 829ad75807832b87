import { representativesOf } from './representative-list.ts'
import type { Tx } from '../../db/database.ts'
import { addMail } from '../mail/public.ts'

interface EmployerRequest {
  personName: string
  userName: string
  from: string
  to: string
}

/** Notifies a client's representatives that one of its users asks for another employer. */
export async function notifyEmployerRequested(
  tx: Tx,
  clientId: number,
  fields: EmployerRequest,
  dedupeKey: string,
): Promise<void> {
  for (const { emailAddress: to } of await representativesOf(tx, clientId))
    await addMail(tx, {
      template: 'employer-requested',
      fields,
      dedupeKey: `employer-requested:${dedupeKey}:${to}`,
      to,
      clientId: null,
    })
}
