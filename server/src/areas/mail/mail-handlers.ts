import type * as contract from '@portico/contract/mail.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { discardMail, readUndelivered, retryDeadMail } from './dead-mails.ts'
import { undeliveredMail } from './undelivered-mail-view.ts'

interface MailParts {
  db: Db
  transact: Transact
}

/** Mails go to people of all clients: whoever holds the page has to be staff of the operator as well. */
const mayLookAfterMails = ({ user }: Caller): boolean => user.isInternal

export function mailHandlers({ db, transact }: MailParts): Handlers<typeof contract> {
  return {
    listUndeliveredMails: async ({ caller }) => {
      if (!mayLookAfterMails(caller)) return refuse('403', defaultTexts.not_allowed)
      const rows = await readUndelivered(db)
      return { totalCnt: rows[0]?.total ?? 0, mails: rows.map(undeliveredMail) }
    },
    sendMailAgain: ({ params, caller, request }) =>
      mayLookAfterMails(caller)
        ? transact(everything, async ({ tx, audit }) => {
            if (!(await retryDeadMail(tx, params.mailId))) return refuse('404', defaultTexts.mail_delivery_gone)
            const target = { kind: 'mail', id: params.mailId }
            audit.record(request, { event: 'mail_sent_again', ...whoOf(caller), target })
            return new Answer(null, { message: defaultTexts.mail_delivery_sent_again })
          })
        : refuse('403', defaultTexts.not_allowed),
    giveMailUp: ({ params, caller, request }) =>
      mayLookAfterMails(caller)
        ? transact(everything, async ({ tx, audit }) => {
            const template = await discardMail(tx, params.mailId)
            if (template === undefined) return refuse('404', defaultTexts.mail_delivery_gone)
            const target = { kind: 'mail', id: params.mailId }
            audit.record(request, { event: 'mail_given_up', ...whoOf(caller), target, before: { template } })
            return new Answer(null, { message: defaultTexts.mail_delivery_given_up })
          })
        : refuse('403', defaultTexts.not_allowed),
  }
}
