import type { Stores } from '../../stores.ts'
import { representativesOf } from './representative-list.ts'

interface EmployerAsked {
  personName: string
  userName: string
  from: string
  to: string
}

/** Tells those who look after a client that one of its people asks to be moved. */
export async function tellOfEmployerAsked(
  { tx, outbox }: Pick<Stores, 'tx' | 'outbox'>,
  clientId: number,
  fields: EmployerAsked,
  dedupeKey: string,
): Promise<void> {
  for (const { emailAddress: to } of await representativesOf(tx, clientId))
    await outbox.add({
      template: 'employer-asked',
      fields,
      dedupeKey: `employer-asked:${dedupeKey}:${to}`,
      to,
      clientId: null,
    })
}
