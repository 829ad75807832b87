import {
  getProfile,
  type ProfileChange,
  saveOwnNotificationTypes,
  sendOptOutText,
  updateProfile,
} from '@portico/contract/account/account.ts'
import { sendEnhanceReq } from '@portico/contract/contact/contact.ts'
import {
  commitUserImport,
  exportImportTemplate,
  getUserImport,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { createUser, listEmployersByDomain } from '@portico/contract/users/user-creation.ts'
import { getUserDetail, updateUserDetail } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { jobRegistry } from '../../composition/job-registry.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { readMailbox } from '../mail/public.ts'

/** The text that is at a field of a number that is none. */
const UNFIT = 'Enter a complete telephone number without an extension, for example +1 206 555 0100.'
const TEXT = 2

let ofTenDigits: Portal
let portal: Portal
let jobs: Jobs
let harbor: number
let admin: Browser
let clerk: MadeUser
let browser: Browser
let count = 0

beforeAll(async () => {
  ofTenDigits = await startPortal()
  portal = await startPortal({
    beside: ofTenDigits,
    environment: { PORTAL_PHONE_NUMBERS: 'international', PORTAL_PHONE_COUNTRY: 'DE' },
  })
  harbor = await portal.make.client({ name: 'Harbor' })
  await portal.owner("insert into client_domains (client_id, domain, is_confirmed) values ($1, 'harbor.test', true)", [
    harbor,
  ])
  await portal.owner(
    "insert into sms_carriers (id, name, email_domain, is_active) values (1, 'Bluebird', 'text.bluebird.test', true)",
  )
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration'])
  admin = await portal.as(user)
  const { config, database, hashing, storage } = portal
  jobs = await startJobs({
    url: config.databaseUrl ?? '',
    database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: jobRegistry({ database, config, transport: null, storage, hashing, scanner: null }),
    onlyDrained: true,
  })
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
  await ofTenDigits.close()
})
beforeEach(async () => {
  count += 1
  await portal.owner('delete from outbox_mails')
  clerk = await portal.make.user({ client_id: harbor, email: `clerk.${count}@harbor.test`, work_phone: '2065550100' })
  browser = await openSession(portal, clerk)
})

const save = (body: ProfileChange) => browser.send(updateProfile, { body })
const storedOf = async (userId: number) =>
  (await portal.owner('select work_phone, home_phone, mobile_phone, fax from users where id = $1', [userId]))[0]
const saveTexts = (mobilePhnNbr: string) =>
  browser.send(saveOwnNotificationTypes, {
    params: { uid: browser.userId },
    body: {
      notificationTypes: [{ notificationTypeId: TEXT, notificationTypeNm: undefined, textMessageFlg: undefined }],
      agreedToTextsFlg: true,
      mobilePhnNbr,
      smsCarrierId: 1,
    },
  })
const saveDetails = (user: object) =>
  admin.request(
    updateUserDetail.method,
    fillPath(updateUserDetail.path, { uid: String(admin.userId), userId: String(clerk.id) }),
    {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user }),
    },
  )
const create = (user: object) =>
  admin.request('POST', fillPath(createUser.path, { uid: String(admin.userId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: {
        userNm: `grace.${count}`,
        firstNm: 'Grace',
        lastNm: 'Hopper',
        emailAddress: `grace.${count}@harbor.test`,
        employerId: harbor,
        ...user,
      },
    }),
  })

describe('a portal that takes numbers of all countries', () => {
  test.each([
    ['030 1234567', '+49301234567'],
    ['0049 30 / 123 45 67', '+49301234567'],
    ['+1 (212) 555-0100', '+12125550100'],
    ['001 212 555 0100', '+12125550100'],
  ])('stores the work phone %s of my account as %s', async (entered, stored) => {
    expect(await save({ workPhone: entered })).toMatchObject({ code: '200', data: { workPhone: stored } })
    expect(await storedOf(clerk.id)).toMatchObject({ work_phone: stored })
  })

  test('refuses what is no number at its field, in a sentence', async () => {
    for (const entered of ['+49', '12', '030 1234567 ext. 4', 'call me'])
      expect(await save({ workPhone: entered })).toMatchObject({
        status: 422,
        message: UNFIT,
        data: [{ field: 'workPhone', message: UNFIT }],
      })
    expect(await saveTexts('+49')).toMatchObject({ status: 422, data: [{ field: 'mobilePhnNbr', message: UNFIT }] })
    expect(await saveTexts('')).toMatchObject({ status: 422, data: [{ field: 'mobilePhnNbr', message: UNFIT }] })
    expect(await saveDetails({ faxNum: '+49' })).toMatchObject({
      status: 422,
      data: [{ field: 'faxNum', message: UNFIT }],
    })
    expect(await create({ homePhone: '+49' })).toMatchObject({
      status: 422,
      data: [{ field: 'homePhone', message: UNFIT }],
    })
  })

  test('keeps ten digits that were stored before, as they are', async () => {
    for (const workPhone of ['2065550100', '206-555-0100'])
      expect(await save({ workPhone, lastNm: 'Byron' })).toMatchObject({
        code: '200',
        data: { workPhone: '2065550100', lastNm: 'Byron' },
      })
    await portal.owner("update users set mobile_phone = '1234567890', sms_carrier_id = 1 where id = $1", [clerk.id])
    expect(await saveTexts('123-456-7890')).toMatchObject({ code: '200' })
    expect(await saveDetails({ workPhone: '2065550100', mobilePhnNbr: '1234567890', lastNm: 'King' })).toMatchObject({
      code: '200',
    })
    expect(await storedOf(clerk.id)).toMatchObject({ work_phone: '2065550100', mobile_phone: '1234567890' })
  })

  test('sends text messages to a number abroad with its country code, and to one of North America as ten digits', async () => {
    const recipients = () =>
      portal.owner("select to_address from outbox_mails where template = 'opt-out-text' order by id")
    expect(await saveTexts('0171 1234567')).toMatchObject({ code: '200' })
    expect(await saveTexts('+1 206 555 0100')).toMatchObject({ code: '200' })
    expect(await recipients()).toEqual([{ to_address: '491711234567@text.bluebird.test' }])
    const params = { uid: browser.userId, address: '2065550100@text.bluebird.test' }
    expect(await browser.send(sendOptOutText, { params })).toMatchObject({ code: '200' })
    expect(await recipients()).toHaveLength(2)
  })

  test('sends no last text when a stored number of North America only takes another form', async () => {
    await saveTexts('+1 206 555 0100')
    const entered = '+1 (206) 555-0100'
    for (const again of [
      () => saveTexts(entered),
      () => save({ mobilePhnNbr: entered }),
      () => saveDetails({ mobilePhnNbr: entered }),
    ]) {
      await portal.owner("update users set mobile_phone = '2065550100' where id = $1", [clerk.id])
      expect(await again()).toMatchObject({ code: '200' })
      expect(await storedOf(clerk.id)).toMatchObject({ mobile_phone: '+12065550100' })
    }
    expect(await portal.owner("select id from outbox_mails where template = 'opt-out-text'")).toEqual([])
  })

  test('reads a number that is stored in one field as any other in another field', async () => {
    expect(await saveDetails({ workPhone: '2065550100', homePhone: '2065550100' })).toMatchObject({ code: '200' })
    expect(await storedOf(clerk.id)).toMatchObject({ work_phone: '2065550100', home_phone: '+492065550100' })
  })

  test('stores the numbers that administrators enter in the same form', async () => {
    const phones = {
      workPhone: '+49 30 1234567',
      homePhone: '030/1234568',
      mobilePhnNbr: '01711234567',
      faxNum: '+442079460958',
    }
    const stored = {
      work_phone: '+49301234567',
      home_phone: '+49301234568',
      mobile_phone: '+491711234567',
      fax: '+442079460958',
    }
    expect(await saveDetails(phones)).toMatchObject({ code: '200' })
    expect(await storedOf(clerk.id)).toEqual(stored)
    const created = await create(phones)
    expect(created).toMatchObject({ code: '200' })
    expect(await storedOf((created.data as { userId: number }).userId)).toEqual(stored)
  })

  test('stores the numbers of a file of users in the same form, and names those that are none', async () => {
    const header = 'First name,Last name,Email,Employer,Work phone,Mobile phone'
    const upload = async (...phones: string[]) => {
      const rows = phones.map((phone, n) => `Ada,Row${n},row${n}.${count}@harbor.test,Harbor,${phone}`)
      const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="users.csv"\r\n\r\n'
      const answer = await admin.request('POST', fillPath(uploadUserImport.path, { uid: String(admin.userId) }), {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: Buffer.from(`${head}${[header, ...rows, ''].join('\r\n')}\r\n--b--\r\n`),
      })
      const params = { uid: admin.userId, importId: (answer.data as { importId: number }).importId }
      await jobs.drain()
      return { params, found: await admin.call(getUserImport, { params }) }
    }
    const wrong = await upload('+49 30 1234567,12', '+49,')
    expect(wrong.found.issues).toMatchObject([
      { rowNbr: 2, columnNm: 'Mobile phone', message: UNFIT },
      { rowNbr: 3, columnNm: 'Work phone', message: UNFIT },
    ])
    const { params, found } = await upload('+1 (212) 555-0100,0171-1234567')
    expect(found).toMatchObject({ errorCount: 0 })
    expect(await admin.send(commitUserImport, { params })).toMatchObject({ code: '200' })
    await jobs.drain()
    const [user] = await portal.owner('select work_phone, mobile_phone from users where email = $1', [
      `row0.${count}@harbor.test`,
    ])
    expect(user).toEqual({ work_phone: '+12125550100', mobile_phone: '+491711234567' })
    const template = await admin.request('POST', fillPath(exportImportTemplate.path, { uid: String(admin.userId) }), {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv' }),
    })
    expect(template.text).toContain('+1 206-555-0100')
  })

  test('shows numbers of its own country as they are dialed there, in mails too', async () => {
    const section = await portal.make.section({
      accepts_enhancement_requests: true,
      owner_email: 'owner@operator.test',
    })
    const system = await portal.make.system()
    await portal.make.page({ system_id: system, section_id: section, is_assignable: false })
    await portal.make.grant(clerk, { systemId: system })
    const mailAfter = async (workPhone: string) => {
      await portal.owner('delete from outbox_mails')
      await portal.owner('update users set work_phone = $2 where id = $1', [clerk.id, workPhone])
      const params = { uid: browser.userId, sectionId: section }
      const body = { comment: 'Please', contactMeFlag: true }
      expect(await browser.send(sendEnhanceReq, { params, body })).toMatchObject({ code: '200' })
      const [stored] = await readMailbox(portal.database.requests, createMailComposer(portal.config))
      return stored?.mail?.text
    }
    expect(await mailAfter('+49301234567')).toContain('030 1234567')
    expect(await mailAfter('+12125550100')).toContain('+1 212 555 0100')
    expect(await mailAfter('2065550100')).toContain('206-555-0100')
  })

  test('says in its answers that it takes them', async () => {
    expect(await browser.call(getProfile, {})).toMatchObject({ internationalPhonesFlg: true })
    const detail = await admin.call(getUserDetail, { params: { uid: admin.userId, userId: clerk.id } })
    expect(detail.cpUser.user).toMatchObject({ internationalPhonesFlg: true })
    const query = { domain: 'harbor.test' }
    expect(await admin.call(listEmployersByDomain, { params: { uid: admin.userId }, query })).toEqual([
      { clientId: harbor, clientNm: 'Harbor', internationalPhonesFlg: true },
    ])
  })
})

describe('a portal without the setting', () => {
  test('takes ten digits, whatever the client of the user once had (ACCT-045, ACCT-046, UADM-112, D6)', async () => {
    const client = await portal.make.client({ takes_international_phones: true })
    browser = await openSession(ofTenDigits, await portal.make.user({ client_id: client }))
    expect(await browser.call(getProfile, {})).toMatchObject({ internationalPhonesFlg: false })
    for (const workPhone of ['+49 30 1234567', '+4930123456', '(212) 555-0100', '206-5550100'])
      expect(await save({ workPhone })).toMatchObject({
        status: 422,
        data: [{ field: 'workPhone', message: 'Enter a 10-digit work phone, for example 206-555-0100.' }],
      })
    expect(await save({ workPhone: '206-555-0199' })).toMatchObject({ code: '200', data: { workPhone: '2065550199' } })
  })

  test('keeps a number abroad that was stored before', async () => {
    const client = await portal.make.client()
    browser = await openSession(ofTenDigits, await portal.make.user({ client_id: client, work_phone: '+49301234567' }))
    expect(await save({ workPhone: '+49301234567', lastNm: 'Byron' })).toMatchObject({
      code: '200',
      data: { workPhone: '+49301234567', lastNm: 'Byron' },
    })
  })
})
