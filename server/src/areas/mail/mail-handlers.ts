import type * as contract from '@portico/contract/mail.ts'
import { readerOf } from '../../http/reader.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { discardMail, retryDeadMail } from './undelivered-mail-actions.ts'
import { readUndeliveredMails } from './undelivered-mail-list.ts'
import { undeliveredMail } from './undelivered-mail-view.ts'

interface MailDeps {
  db: Db
  transact: Transact<'audit' | 'tx'>
  texts: Pick<Texts, 'of'>
}

export function mailHandlers({ db, transact, texts }: MailDeps): Handlers<typeof contract> {
  return {
    listUndeliveredMails: async (call) => {
      const wording = await texts.of(readerOf(call))
      return paged(await readUndeliveredMails(db, call.query), (row) => undeliveredMail(row, wording))
    },
    resendMail: ({ params, caller, request }) =>
      transact(everything, async ({ tx, audit }) => {
        if (!(await retryDeadMail(tx, params.mailId))) return refuse('404', sentences.mail_delivery_gone)
        const target = { kind: 'mail', id: params.mailId }
        audit.record(request, { event: 'mail_sent_again', ...auditActor(caller), target })
        return new Answer(null, { message: sentences.mail_delivery_sent_again })
      }),
    discardMail: ({ params, caller, request }) =>
      transact(everything, async ({ tx, audit }) => {
        const template = await discardMail(tx, params.mailId)
        if (template === undefined) return refuse('404', sentences.mail_delivery_gone)
        const target = { kind: 'mail', id: params.mailId }
        audit.record(request, { event: 'mail_given_up', ...auditActor(caller), target, before: { template } })
        return new Answer(null, { message: sentences.mail_delivery_given_up })
      }),
  }
}
