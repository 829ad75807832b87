import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  getProfile,
  listNotificationTypes,
  listOwnNotificationTypes,
  saveOwnNotificationTypes,
  sendOptOutText,
  updateProfile,
} from '@portico/contract/account/account.ts'
import type { Browser } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { smtpTransport } from '../../ports/mail/smtp-transport.ts'
import { smtpAddress } from '../../config/smtp-address.mjs'
import { textService } from '../texts/public.ts'
import { deliverMailJob } from '../mail/deliver-mail.job.ts'

const EMAIL = 1
const TEXT = 2

let portal: Portal
let mailServer: MailServer
let jobs: Jobs
let closeTransport: () => void
let clerk: MadeUser
let browser: Browser
beforeAll(async () => {
  mailServer = await startMailServer()
  portal = await startPortal()
  jobs = await startDelivery()
  await portal.owner(
    `insert into sms_carriers (id, name, email_domain, is_active) values
       (1, 'Bluebird', 'text.bluebird.test', true), (2, 'Driftwood', 'pager.driftwood.test', false),
       (3, 'Egret', 'text.egret.test', true)`,
  )
})
afterAll(async () => {
  await jobs.stop()
  closeTransport()
  await portal.close()
  await mailServer.stop()
})

/** Starts delivery to the mail server. */
function startDelivery(): Promise<Jobs> {
  const { config, database } = portal
  const transport = smtpTransport({
    server: { ...smtpAddress('smtp://127.0.0.1'), port: mailServer.port },
    from: 'portal@portal.test',
    // A mail postponed because the machine was slow would be missing here.
    connectMs: 60_000,
    replyMs: 60_000,
  })
  closeTransport = () => transport.close()
  const deps = {
    db: database.jobs,
    transport,
    compose: createMailComposer(config),
    texts: textService(database.requests, 'en'),
    host: 'portal.test',
    issueFirstPassword: async () => false,
    isMailbox: false,
  }
  return startJobs({
    url: config.databaseUrl ?? '',
    database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: [deliverMailJob(deps)] as never,
    onlyDrained: true,
  })
}

let count = 0
let number: string
beforeEach(async () => {
  count += 1
  number = `20655501${String(count).padStart(2, '0')}`
  clerk = await portal.make.user()
  browser = await openSession(portal, clerk)
})

type Types = readonly number[]
const params = () => ({ uid: clerk.id })
const typesOf = (types: Types) => types.map((notificationTypeId) => ({ notificationTypeId }))
const choose = (types: Types, more: object = {}) =>
  browser.send(saveOwnNotificationTypes, { params: params(), body: { notificationTypes: typesOf(types), ...more } })
const withTexts = (more: object = {}) =>
  choose([EMAIL, TEXT], { agreedToTextsFlg: true, mobilePhnNbr: number, smsCarrierId: 1, ...more })
const chosen = async () =>
  (await browser.call(listOwnNotificationTypes, { params: params() })).map(
    ({ notificationTypeId }) => notificationTypeId,
  )
const profile = () => browser.call(getProfile, {})
const optOut = (address: string) => browser.send(sendOptOutText, { params: { ...params(), address } })

/** The texts that the carrier has received for a number. */
async function textsTo(address: string) {
  await jobs.drain('deliver-mail')
  return mailServer.arrived.filter(({ to }) => to.includes(address))
}

describe('how I am notified', () => {
  test('is chosen from the offered types, and the whole list replaces the former one (ACCT-004, ACCT-029, ACCT-069..071, UIGN-031)', async () => {
    expect(await browser.call(listNotificationTypes, {})).toEqual([
      { notificationTypeId: EMAIL, notificationTypeNm: 'Email', textMessageFlg: false },
      { notificationTypeId: TEXT, notificationTypeNm: 'Text message', textMessageFlg: true },
    ])
    expect(await choose([EMAIL])).toMatchObject({ code: '200', message: 'Your changes have been saved' })
    expect(await chosen()).toEqual([EMAIL])
    await choose([])
    expect(await chosen()).toEqual([])
    expect(await choose([EMAIL, 99])).toMatchObject({ status: 422, data: [{ field: 'notificationTypes' }] })
    expect(await chosen()).toEqual([])
  })

  test('by text message needs my consent, a mobile phone and its carrier, each reported at its field (ACCT-057..060)', async () => {
    expect(await choose([TEXT])).toMatchObject({
      status: 422,
      message: 'Please enter valid values for the fields identified below',
      data: [
        { field: 'agreedToTextsFlg', message: 'Agree to receive text messages.' },
        { field: 'mobilePhnNbr' },
        { field: 'smsCarrierId', message: 'Please select SMS Carrier' },
      ],
    })
    expect(await chosen()).toEqual([])
  })

  test.each([
    [{ agreedToTextsFlg: false }, 'agreedToTextsFlg', 'Agree to receive text messages.'],
    [{ mobilePhnNbr: '206555010' }, 'mobilePhnNbr', 'Enter a 10-digit mobile phone, for example 206-555-0100.'],
    [{ mobilePhnNbr: null }, 'mobilePhnNbr', 'Enter a 10-digit mobile phone, for example 206-555-0100.'],
    [{ smsCarrierId: null }, 'smsCarrierId', 'Please select SMS Carrier'],
    [{ smsCarrierId: 2 }, 'smsCarrierId', 'Please select SMS Carrier'],
    [{ smsCarrierId: 99 }, 'smsCarrierId', 'Please select SMS Carrier'],
  ])('by text message is refused with %o, and nothing changes', async (more, field, message) => {
    expect(await withTexts(more)).toMatchObject({ status: 422, message, data: [{ field, message }] })
    expect(await profile()).toMatchObject({ mobilePhnNbr: null, smsCarrierId: null, agreedToTextsFlg: false })
  })

  test('by text message works once everything is given; number and carrier cannot be cleared then', async () => {
    expect(
      await withTexts({ mobilePhnNbr: `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}` }),
    ).toMatchObject({ code: '200' })
    expect(await profile()).toMatchObject({ mobilePhnNbr: number, smsCarrierId: 1, agreedToTextsFlg: true })
    expect(await browser.send(updateProfile, { body: { smsCarrierId: null } })).toMatchObject({
      status: 422,
      data: [{ field: 'smsCarrierId', message: 'Please select SMS Carrier' }],
    })
    expect(await browser.send(updateProfile, { body: { mobilePhnNbr: null } })).toMatchObject({ status: 422 })
  })

  test('may be sent as the bare list, which consents by choosing text messages', async () => {
    await browser.call(updateProfile, { body: { mobilePhnNbr: number, smsCarrierId: 1 } })
    expect(await browser.send(saveOwnNotificationTypes, { params: params(), body: typesOf([TEXT]) })).toMatchObject({
      code: '200',
    })
    expect(await profile()).toMatchObject({ agreedToTextsFlg: true })
  })

  test('is not overwritten from an older tab, nor by an administrator who acts as me (S46)', async () => {
    const { version } = await profile()
    await withTexts()
    expect(await choose([EMAIL], { version })).toMatchObject({
      status: 409,
      data: { changedByNm: null, changedDt: expect.any(String) },
    })
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.emulation(admin, clerk)
    expect(await choose([])).toMatchObject({ status: 403 })
    expect(await optOut(`${number}@text.bluebird.test`)).toMatchObject({ status: 403 })
    expect(await chosen()).toEqual([EMAIL, TEXT])
  })
})

describe('without text messages', () => {
  test('my number and carrier are removed, and my telephone gets one last text at its carrier (ACCT-061, ACCT-062)', async () => {
    await withTexts()
    await choose([EMAIL])
    expect(await profile()).toMatchObject({ mobilePhnNbr: null, smsCarrierId: null, agreedToTextsFlg: false })
    const [text, ...more] = await textsTo(`${number}@text.bluebird.test`)
    expect(more).toEqual([])
    expect(text?.parsed.text?.trim()).toMatch(/text messages to this number are turned off\. This is the last one\.$/)
    expect(text?.parsed.html).toBeUndefined()
    expect(text?.from).toBe('portal@portal.test')
  })

  test('the last text is not sent again on request, nor when nothing was removed', async () => {
    await withTexts()
    await choose([EMAIL])
    expect(await optOut(`${number}@text.bluebird.test`)).toMatchObject({ code: '200' })
    await choose([EMAIL])
    expect(await textsTo(`${number}@text.bluebird.test`)).toHaveLength(1)
  })

  test('a replaced number or carrier gets one last text, the new one none (ACCT-062)', async () => {
    await withTexts()
    await withTexts({ smsCarrierId: 3 })
    expect(await textsTo(`${number}@text.bluebird.test`)).toHaveLength(1)
    expect(await textsTo(`${number}@text.egret.test`)).toEqual([])
    const other = `4${number.slice(1)}`
    await withTexts({ smsCarrierId: 3, mobilePhnNbr: other })
    expect(await textsTo(`${number}@text.egret.test`)).toHaveLength(1)
    await browser.call(updateProfile, { body: { smsCarrierId: 1 } })
    expect(await textsTo(`${other}@text.egret.test`)).toHaveLength(1)
    expect(await textsTo(`${other}@text.bluebird.test`)).toEqual([])
    expect(await profile()).toMatchObject({ mobilePhnNbr: other, smsCarrierId: 1, agreedToTextsFlg: true })
  })

  test('an unchanged number gets no last text, however it is written', async () => {
    await withTexts()
    await withTexts({ mobilePhnNbr: `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}` })
    await choose([TEXT])
    expect(await textsTo(`${number}@text.bluebird.test`)).toEqual([])
  })

  test('a carrier that is removed alone causes the text as well (ACCT-062)', async () => {
    await browser.call(updateProfile, { body: { mobilePhnNbr: number, smsCarrierId: 1 } })
    await browser.call(updateProfile, { body: { smsCarrierId: null } })
    expect(await textsTo(`${number}@text.bluebird.test`)).toHaveLength(1)
  })
})

describe('the opt-out text on request', () => {
  test('is sent again when the number was set up again after the last one', async () => {
    await withTexts()
    await choose([EMAIL])
    await withTexts()
    expect(await optOut(`${number}@text.bluebird.test`)).toMatchObject({ code: '200' })
    expect(await textsTo(`${number}@text.bluebird.test`)).toHaveLength(2)
    expect(await eventsAbout(portal, clerk)).toContain('opt_out_text_sent')
  })

  test('is not sent again to a former number because another one was set up', async () => {
    await withTexts()
    await choose([EMAIL])
    await withTexts({ mobilePhnNbr: `4${number.slice(1)}` })
    expect(await optOut(`${number}@text.bluebird.test`)).toMatchObject({ code: '200' })
    expect(await textsTo(`${number}@text.bluebird.test`)).toHaveLength(1)
  })

  test('goes to my own number at its carrier and nowhere else (ACCT-072, D3, S44)', async () => {
    await withTexts()
    const before = mailServer.arrived.length
    for (const address of [
      'victim@evil.test',
      `${number}@evil.test`,
      `2065559999@text.bluebird.test`,
      `${number}@text.bluebird.test,victim@evil.test`,
      `${number}@text.bluebird.test\r\nBcc: victim@evil.test`,
      `${number}@pager.driftwood.test`,
    ])
      expect(await optOut(address)).toMatchObject({ status: 422, data: [{ field: 'address' }] })
    expect(await optOut(`${number}@text.bluebird.test`)).toMatchObject({ code: '200' })
    await jobs.drain('deliver-mail')
    const since = mailServer.arrived
      .slice(before)
      .filter(({ to }) => to.some((one) => !one.endsWith('@text.bluebird.test')))
    expect(since).toEqual([])
    expect(await textsTo(`${number}@text.bluebird.test`)).toHaveLength(1)
  })

  test('is sent three times a day at most, whichever numbers are used (S44)', async () => {
    const numbers = Array.from({ length: 5 }, (_, n) => `30355501${String(n).padStart(2, '0')}`)
    for (const mobilePhnNbr of numbers) {
      await withTexts({ mobilePhnNbr })
      await choose([EMAIL])
    }
    const sent = await Promise.all(numbers.map((one) => textsTo(`${one}@text.bluebird.test`)))
    expect(sent.map((texts) => texts.length)).toEqual([1, 1, 1, 0, 0])
    expect(await profile()).toMatchObject({ mobilePhnNbr: null })
    await withTexts()
    expect(await optOut(`${number}@text.bluebird.test`)).toMatchObject({ status: 429 })
  })
})
