import { randomUUID } from 'node:crypto'
import { shippedMailTexts, shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { retryDeadMail } from '../areas/mail/undelivered-mail-actions.ts'
import { readUndeliveredMails, type UndeliveredRow } from '../areas/mail/undelivered-mail-list.ts'
import { isPlainAddress } from '../ports/mail/plain-address.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { createMailComposer } from '../composition/mail-services.ts'
import { createMailTransport } from '../ports/mail/create-mail-transport.ts'
import { translateTo } from '../http/sentences.ts'
import { StartError } from '../start-error.ts'
import { onDatabase } from './open.ts'
import { countOf } from '../count-of.ts'

const usage = `Usage: npm run portal -- mails                  lists mails that were not delivered
       npm run portal -- mails retry NUMBER     lets one of them leave again
       npm run portal -- mails test ADDRESS     sends a test mail now and says what the mail server answered`

/** Mails that the command lists; the newest. */
const LISTED_MAX = 200

/** `mails`: lists what was not delivered and why, and sends test mails. */
export async function mailsCommand([what, subject, ...rest]: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  if (what === undefined) return onDatabase('mails', list, { config, addsJobs: true })
  if (subject === undefined || rest.length) throw new StartError(usage)
  if (what === 'retry') return onDatabase('mails', (database) => retry(database, subject), { config, addsJobs: true })
  if (what === 'test') return sendTest(config, subject)
  throw new StartError(usage)
}

async function list(database: Database): Promise<void> {
  const { rows, total } = await readUndeliveredMails(database.jobs, { pageSize: LISTED_MAX })
  const older = total > rows.length ? [`${total - rows.length} older ones: see Mail Delivery in the portal.`] : []
  process.stdout.write(total ? `${[...rows.map(lineOf), ...older].join('\n\n')}\n` : 'No mail is in trouble.\n')
}

const minute = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function lineOf({ id, to, template, state, attempts, lastError, createdAt, nextAttemptAt }: UndeliveredRow): string {
  const nextStep = state === 'dead' ? 'given up' : `next try ${minute(nextAttemptAt)}`
  return `${id}  ${minute(createdAt)}  ${template} to ${to}: ${nextStep} after ${countOf(attempts, 'try', 'tries')}\n    ${lastError ?? 'no reason is known'}`
}

async function retry(database: Database, subject: string): Promise<void> {
  const id = /^[1-9]\d{0,14}$/.test(subject) ? Number(subject) : 0
  const isRetried = await database.jobs.transact(everything, (tx) => retryDeadMail(tx, id))
  if (!isRetried)
    throw new StartError(
      `There is no mail ${subject} that was given up, or what is in it is out of date: then a new one has to be asked for.`,
    )
  process.stdout.write(`Mail ${id} leaves as soon as the portal runs.\n`)
}

async function sendTest(config: Config, to: string): Promise<void> {
  const transport = await createMailTransport(config)
  if (!transport) throw new StartError('PORTAL_SMTP_URL is not set: mails stay in the outbox.')
  if (!isPlainAddress(to)) throw new StartError(`${to} is not one plain address such as ada@example.com.`)
  const { language } = config
  const fromName = shippedTexts[language].product_name
  const brand = { clientName: fromName, bandColor: '3b5b8c', buttonColor: '2f5d9f', logo: null }
  try {
    await transport.send({
      ...createMailComposer(config)('test', {}, brand, {
        texts: shippedMailTexts[language],
        language,
        say: translateTo(language),
      }),
      messageId: `<test-${randomUUID()}@${config.publicUrl.hostname}>`,
      date: new Date(),
      fromName,
      to,
    })
  } catch (error) {
    throw new StartError(`Not sent. ${(error as Error).message}.`, { cause: error })
  } finally {
    transport.close()
  }
  process.stdout.write(`The mail server has taken the test mail to ${to}.\n`)
}
