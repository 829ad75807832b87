import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { mailErrorTexts } from '@portico/contract/mail/mail-error-texts.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { type Mail, MailRefused, MailServerUnavailable, type MailTransport } from '../../ports/mail/mail-transport.ts'
import type { TextService } from '../texts/public.ts'
import { type ComposeMail, isMailTemplate } from './compose-mail.ts'
import {
  type DueMail,
  takeDueMails,
  giveBackMails,
  markMailDead,
  readMailContent,
  isMailWaiting,
  markMailSent,
  postponeMail,
} from './delivery-store.ts'
import { mailBrandOf, mailAudienceOf } from './mail-brand.ts'
import { messageId, oneLine, retryMinutes } from './mail-rules.ts'
import { mailFields, secretTemplates } from './mail-fields.ts'
import type { Db, Tx } from '../../db/database.ts'

export interface DeliverMailDeps {
  db: Db
  compose: ComposeMail
  texts: Pick<TextService, 'defaultLanguage' | 'ofMails' | 'say'>
  /** Null: no mail server is configured, and mails stay in the outbox. */
  transport: MailTransport | null
  /** Makes the password of a new user for the mail; false where it is not needed any more. */
  issueFirstPassword: (mailId: number, userId: number) => Promise<boolean>
  /** The outbox is a mailbox that people read, as in the demo: mails get their passwords although they stay. */
  isMailbox: boolean
  /** Host of the portal, on the right side of each Message-ID. */
  host: string
}

/**
 * Number of concurrent deliveries, and batch size: few enough to be attempted within the lease, whatever the server
 * does.
 */
const AT_ONCE = 5
export const DELIVERED_AT_ONCE = 20
/** Minutes between attempts, with one batch, while the mail server is unavailable. */
const UNAVAILABLE_RETRY_MINUTES = 1

type Outcome = 'sent' | 'dead' | 'discarded' | 'postponed' | 'unavailable'

/**
 * Sends the due mails of the outbox. They are taken in batches by a lease and recorded one by one, so that no
 * transaction waits for the mail server. A node killed between the server's acceptance and its record sends that mail
 * again, under the same Message-ID.
 */
export function deliverMailJob(deps: DeliverMailDeps): JobDefinition<'deliver-mail'> {
  return {
    name: 'deliver-mail',
    run: async (_, { signal, logger }) => {
      const { transport } = deps
      if (!transport) return deps.isMailbox ? fillMailbox({ ...deps, logger }, signal) : undefined
      while (!signal.aborted) {
        const due = await deps.db.transact(everything, (tx) => takeDueMails(tx, DELIVERED_AT_ONCE))
        if (due.length === 0) return
        const untried = await deliverAll(due, transport, { ...deps, logger })
        if (untried.length === 0) continue
        await deps.db.transact(everything, (tx) => giveBackMails(tx, untried, UNAVAILABLE_RETRY_MINUTES))
        return
      }
    },
  }
}

/** Without a mail server: makes the passwords of the mails that wait for one. */
async function fillMailbox(delivery: Delivery, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await delivery.db.transact(everything, (tx) => takeDueMails(tx, DELIVERED_AT_ONCE, ['first-password']))
    if (due.length === 0) return
    for (const mail of due) {
      if (await withPassword(mail, delivery)) continue
      await delivery.db.transact(everything, (tx) => markMailDead(tx, mail.id, NOT_NEEDED))
    }
  }
}

const NOT_NEEDED = mailErrorTexts.mail_error_not_needed

/** Returns the mail as it leaves: a first password is made now. Null where the user needs none any more. */
async function withPassword(
  due: DueMail,
  { db, issueFirstPassword }: Pick<Delivery, 'db' | 'issueFirstPassword'>,
): Promise<DueMail | null> {
  if (due.template !== 'first-password') return due
  const { userId } = mailFields['first-password'].parse(due.fields)
  if (!(await issueFirstPassword(due.id, userId))) return null
  const content = await db.read(everything, (tx) => readMailContent(tx, due.id))
  return { ...due, ...content }
}

type Delivery = Omit<DeliverMailDeps, 'transport'> & Pick<JobContext, 'logger'>

/** Sends several at a time, until the mail server is unavailable. Returns the mails that were not attempted. */
async function deliverAll(due: readonly DueMail[], transport: MailTransport, delivery: Delivery): Promise<number[]> {
  const queue = [...due]
  let isUnavailable = false
  const work = async () => {
    for (let next = queue.shift(); next; next = isUnavailable ? undefined : queue.shift())
      if ((await deliver(next, transport, delivery)) === 'unavailable') isUnavailable = true
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return queue.map(({ id }) => id)
}

async function deliver(leased: DueMail, transport: MailTransport, delivery: Delivery): Promise<Outcome> {
  const { db, logger, ...deps } = delivery
  const note = (work: (tx: Tx) => Promise<unknown>) => db.transact(everything, work)
  const { id } = leased
  if (!(await db.read(everything, (tx) => isMailWaiting(tx, id)))) return 'discarded'
  if (leased.isTooOld) {
    await note((tx) => markMailDead(tx, id, lateError(leased.lastError)))
    return 'dead'
  }
  const due = await withPassword(leased, delivery)
  if (!due) {
    await note((tx) => markMailDead(tx, id, NOT_NEEDED))
    return 'dead'
  }
  const { template } = due
  const failure = await trySending(due, transport, deps)
  if (!failure) {
    await note((tx) => markMailSent(tx, id, template))
    return 'sent'
  }
  const reason = reasonOf(failure, template)
  const isFinal = failure instanceof MailRefused
  const isUnavailable = failure instanceof MailServerUnavailable
  const minutes = isUnavailable ? UNAVAILABLE_RETRY_MINUTES : retryMinutes(due.attempts + 1)
  await note((tx) => (isFinal ? markMailDead(tx, id, reason) : postponeMail(tx, id, minutes, reason)))
  logger.warn({ mail: id, template, attempt: due.attempts + 1, isFinal, reason }, 'mail not delivered')
  return isFinal ? 'dead' : isUnavailable ? 'unavailable' : 'postponed'
}

const lateError = (error: string | null) =>
  error === null
    ? mailErrorTexts.mail_error_too_late
    : formatMessage(mailErrorTexts.mail_error_late, { error }, SOURCE_LANGUAGE)

/** A mail server that repeats its input must not bring a secret into the log or the table. */
function reasonOf(failure: Error, template: string): string {
  const answer = oneLine(failure.message).slice(0, 500)
  const mayContainSecrets =
    secretTemplates.some((each) => each === template) && !(failure instanceof MailServerUnavailable)
  if (!mayContainSecrets) return answer
  const code = /\b[45]\d\d\b/.exec(answer)?.[0]
  return code === undefined
    ? mailErrorTexts.mail_error_no_code
    : formatMessage(mailErrorTexts.mail_error_answered, { answer: code }, SOURCE_LANGUAGE)
}

/** Returns the error, if there was one. */
async function trySending(
  due: DueMail,
  transport: MailTransport,
  deps: Pick<DeliverMailDeps, 'compose' | 'texts' | 'host'>,
): Promise<Error | undefined> {
  try {
    await transport.send(await mailOf(due, deps))
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function mailOf(
  due: DueMail,
  { compose, texts, host }: Pick<DeliverMailDeps, 'compose' | 'texts' | 'host'>,
): Promise<Mail> {
  const reader = mailAudienceOf(due, texts.defaultLanguage)
  const brand = mailBrandOf(due, await texts.say({ ...reader, clientId: null }, sentences.product_name))
  const { template } = due
  if (!isMailTemplate(template))
    throw new MailRefused(formatMessage(mailErrorTexts.mail_error_template, { template }, SOURCE_LANGUAGE))
  const translate = await texts.ofMails(reader)
  return {
    ...compose(template, due.fields, brand, translate),
    messageId: messageId(due.id, due.createdAt, host),
    date: due.createdAt,
    fromName: oneLine(formatMessage(translate.texts.mail_sender, { client: brand.clientName }, reader.language)),
    to: due.to,
  }
}
