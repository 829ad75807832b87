import type { Stores } from '../../stores.ts'
import { representativesOf } from './representative-list.ts'

interface EmployerRequest {
  personName: string
  userName: string
  from: string
  to: string
}

/** Notifies a client's representatives that one of its users asks for another employer. */
export async function notifyEmployerRequested(
  { tx, outbox }: Pick<Stores, 'tx' | 'outbox'>,
  clientId: number,
  fields: EmployerRequest,
  dedupeKey: string,
): Promise<void> {
  for (const { emailAddress: to } of await representativesOf(tx, clientId))
    await outbox.add({
      template: 'employer-requested',
      fields,
      dedupeKey: `employer-requested:${dedupeKey}:${to}`,
      to,
      clientId: null,
    })
}
