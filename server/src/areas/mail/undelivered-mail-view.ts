import type { UndeliveredMail } from '@portico/contract/mail.ts'
import type { UndeliveredRow } from './dead-mails.ts'
import { secretTemplates } from './mail-fields.ts'

/** 'use-company-sign-in' → 'Use company sign in' */
const inWords = (template: string) => template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

/** Matches addresses, however a mail server writes them. */
const address = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g

/** The mail server's answer without addresses other than the mail's own, which are confidential here. */
const withoutOthers = (text: string, to: string): string =>
  text.replaceAll(address, (found) => (found.toLowerCase() === to.toLowerCase() ? found : '…'))

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
