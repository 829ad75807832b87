import type { UndeliveredMail } from '@portico/contract/mail/mail.ts'
import { storedSentence } from '@portico/contract/texts/stored-words.ts'
import { mailErrorTexts } from '@portico/contract/mail/mail-error-texts.ts'
import { mailKindTexts } from '@portico/contract/mail/mail-kind-texts.ts'
import { sentences, type Translate } from '../../http/sentences.ts'
import { storedInWords } from '../../http/shipped-names.ts'
import type { UndeliveredRow } from './undelivered-mail-list.ts'
import { type MailTemplate, secretTemplates } from './mail-fields.ts'

type Underscored<Name extends string> = Name extends `${infer Start}-${infer Rest}`
  ? `${Start}_${Underscored<Rest>}`
  : Name

/** A template without a text does not compile. */
const kinds: Readonly<Record<`mail_kind_${Underscored<MailTemplate>}`, string>> = mailKindTexts

/** The kind of a mail; a template that this version does not know by its name. */
function kindInWords(translate: Translate, template: string): string {
  const key = `mail_kind_${template.replaceAll('-', '_')}`
  return Object.hasOwn(kinds, key) ? translate(sentences[key as keyof typeof mailKindTexts]) : template
}

/** Why a mail was not delivered; what a mail server said stays as it is. */
function errorInWords(translate: Translate, stored: string): string {
  const late = storedSentence({ mail_error_late: mailErrorTexts.mail_error_late }, stored)
  if (late)
    return translate(sentences.mail_error_late({ error: errorInWords(translate, String(late.values['error'])) }))
  return storedInWords(translate, mailErrorTexts, stored)
}

/** Matches addresses, however a mail server writes them. */
const address = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g

/** The mail server's answer without addresses other than the mail's own, which are confidential here. */
const withoutOthers = (text: string, to: string): string =>
  text.replaceAll(address, (found) => (found.toLowerCase() === to.toLowerCase() ? found : '…'))

/** A mail that was not delivered as its reader, an administrator, sees it. */
export function undeliveredMail(row: UndeliveredRow, translate: Translate): UndeliveredMail {
  const isFailed = row.state === 'dead'
  const isSpent = row.isTimeOver && secretTemplates.some((each) => each === row.template)
  return {
    mailId: row.id,
    kindTxt: kindInWords(translate, row.template),
    toAddress: row.to,
    clientNm: row.clientName,
    createdDt: row.createdAt,
    stateCd: isFailed ? 'failed' : 'retrying',
    attemptsCnt: row.attempts,
    nextAttemptDt: isFailed ? null : row.nextAttemptAt,
    lastErrorTxt: withoutOthers(errorInWords(translate, row.lastError ?? ''), row.to),
    sendAgainFlg: isFailed && !isSpent,
  }
}
