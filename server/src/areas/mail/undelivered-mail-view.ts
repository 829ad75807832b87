import type { UndeliveredMail } from '@portico/contract/mail.ts'
import type { UndeliveredRow } from './dead-mails.ts'
import { secretTemplates } from './mail-templates.ts'

/** 'use-company-sign-in' → 'Use company sign in' */
const inWords = (template: string) => template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

/** What looks like an address, however a mail server writes it. */
const address = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g

/** What the mail server said; of addresses only the one that the mail went to is anybody's business here. */
const withoutOthers = (said: string, to: string): string =>
  said.replaceAll(address, (found) => (found.toLowerCase() === to.toLowerCase() ? found : '…'))

export function undeliveredMail(row: UndeliveredRow): UndeliveredMail {
  const isFailed = row.state === 'dead'
  const isSpent = row.isTimeOver && secretTemplates.some((each) => each === row.template)
  return {
    mailId: row.id,
    kindTxt: inWords(row.template),
    toAddress: row.to,
    clientNm: row.clientName,
    createdDt: row.createdAt,
    stateCd: isFailed ? 'failed' : 'retrying',
    attemptsCnt: row.attempts,
    nextAttemptDt: isFailed ? null : row.nextAttemptAt,
    lastErrorTxt: withoutOthers(row.lastError ?? '', row.to),
    sendAgainFlg: isFailed && !isSpent,
  }
}
