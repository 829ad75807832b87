import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { type Mail, MailRefused, type MailTransport } from '../../ports/mail/mail-transport.ts'
import type { Transact } from '../../stores.ts'
import { deliveryStore, type DueMail } from './delivery-store.ts'
import { retryMinutes } from './mail-rules.ts'

export interface DeliverMailParts {
  transact: Transact
  /** Null: no mail server is named, and mails stay in the outbox. */
  transport: MailTransport | null
}

/** Hands the mails of the outbox that are due to the mail server, one transaction each. */
export function deliverMailJob({ transact, transport }: DeliverMailParts): JobDefinition<'deliver-mail'> {
  return {
    name: 'deliver-mail',
    run: async (_, { signal }) => {
      if (!transport) return
      const deliverNext = () =>
        transact(everything, async ({ tx }) => {
          const outbox = deliveryStore(tx)
          const mail = await outbox.claimDue()
          if (mail) await deliver(mail, transport, outbox)
          return mail !== undefined
        })
      while (!signal.aborted && (await deliverNext()));
    },
  }
}

async function deliver(
  due: DueMail,
  transport: MailTransport,
  outbox: ReturnType<typeof deliveryStore>,
): Promise<void> {
  const { id, to_address: to, subject, text_body: text, html_body: html } = due
  const refused = await trySending(transport, { messageId: `outbox-${id}`, to, subject, text, html })
  if (!refused) await outbox.markSent(id)
  else if (refused instanceof MailRefused) await outbox.markDead(id, refused.message.slice(0, 500))
  else await outbox.postpone(id, retryMinutes(due.attempts + 1), refused.message.slice(0, 500))
}

const trySending = (transport: MailTransport, mail: Mail): Promise<Error | undefined> =>
  transport.send(mail).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
