import type * as contract from '@portico/contract/mail/mail.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { discardMail, retryDeadMail } from './undelivered-mail-actions.ts'
import { readUndeliveredMails } from './undelivered-mail-list.ts'
import { undeliveredMail } from './undelivered-mail-view.ts'

interface MailDeps {
  db: Db
  texts: Pick<Texts, 'of'>
}

export function mailHandlers({ db, texts }: MailDeps): Handlers<typeof contract> {
  return {
    listUndeliveredMails: async (call) => {
      const translate = await texts.of(audienceOf(call))
      return paged(await readUndeliveredMails(db, call.query), (row) => undeliveredMail(row, translate))
    },
    resendMail: ({ params, caller, request }) =>
      db.transact(everything, async (tx) => {
        if (!(await retryDeadMail(tx, params.mailId))) return refuse('404', sentences.mail_delivery_gone)
        const target = { kind: 'mail', id: params.mailId }
        recordAudit(tx, request, { event: 'mail_sent_again', ...auditActor(caller), target })
        return new Answer(null, { message: sentences.mail_delivery_sent_again })
      }),
    discardMail: ({ params, caller, request }) =>
      db.transact(everything, async (tx) => {
        const template = await discardMail(tx, params.mailId)
        if (template === undefined) return refuse('404', sentences.mail_delivery_gone)
        const target = { kind: 'mail', id: params.mailId }
        recordAudit(tx, request, { event: 'mail_given_up', ...auditActor(caller), target, before: { template } })
        return new Answer(null, { message: sentences.mail_delivery_given_up })
      }),
  }
}
