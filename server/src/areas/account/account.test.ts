import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  confirmEmail,
  getProfile,
  listCarriers,
  listClientsByDomain,
  listDepartments,
  type ProfileChange,
  updateProfile,
  withdrawEmail,
} from '@portico/contract/account/account.ts'
import { saveSecurityInfo } from '@portico/contract/password/password.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
let own: number
let sameDomain: number
let foreign: number
let clerk: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  own = await portal.make.client({ name: 'Harbor' })
  sameDomain = await portal.make.client({ name: 'Harbor Insurance' })
  foreign = await portal.make.client({ name: 'Atlas' })
  await portal.owner(
    `insert into client_domains (client_id, domain, is_confirmed) values
       ($1, 'harbor.test', true), ($2, 'harbor.test', true), ($3, 'atlas.test', true), ($3, 'harbor.test', false)`,
    [own, sameDomain, foreign],
  )
  await portal.owner("insert into departments (id, name) values (1, 'Billing'), (2, 'Archive')")
  await portal.owner(
    `insert into sms_carriers (id, name, email_domain, is_active) values
       (1, 'Bluebird', 'text.bluebird.test', true), (2, 'Driftwood', 'pager.driftwood.test', false)`,
  )
})
afterAll(() => portal.close())

let count = 0
beforeEach(async () => {
  count += 1
  clerk = await portal.make.user({ client_id: own, email: `clerk.${count}@harbor.test`, work_phone: '2065550100' })
  browser = await openSession(portal, clerk)
})

const profile = () => browser.call(getProfile, {})
const save = (body: ProfileChange) => browser.send(updateProfile, { body })
const eventsOf = (user: MadeUser) =>
  portal.owner(
    `select before, after from audit_events where subject_user_id = $1 and event = 'user_updated' order by id`,
    [user.id],
  )
const mails = async () => {
  const all = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  return all.map(({ to, template, mail }) => ({ to, template, text: mail?.text ?? '' }))
}
const mailsTo = async (address: string) => (await mails()).filter(({ to }) => to === address)

describe('my own data', () => {
  test('hold every field of the specification, and never the answer to my question (ACCT-012..028, ACCT-065, RPTS-057, RPTS-096, B10)', async () => {
    const data = await profile()
    expect(data).toMatchObject({
      userId: clerk.id,
      firstNm: 'Ada',
      lastNm: 'Lovelace',
      emailAddress: `clerk.${count}@harbor.test`,
      workPhone: '2065550100',
      employerId: own,
      employerNm: 'Harbor',
      securityQuestionId: 1,
      pswdPhrase: null,
      sectionSortPrfTxt: 'ALPHABETICAL',
      internalUserFlg: false,
      usAssociate: false,
      federatedUser: false,
      idmuser: false,
      readOnlyFields: [],
    })
  })

  test('are saved with a confirmation; hyphens are stripped, only what changed is audited (ACCT-001, ACCT-003, ACCT-047, ACCT-066, ACCT-077)', async () => {
    const answer = await save({
      workPhone: '206-555-0177',
      firstNm: ' Ada ',
      jobTitleDscTxt: 'Head of Billing',
      departmentId: 2,
    })
    expect(answer).toMatchObject({ code: '200', message: 'Your changes have been saved' })
    expect(answer.data).toMatchObject({
      workPhone: '2065550177',
      jobTitleDscTxt: 'Head of Billing',
      departmentNm: 'Archive',
    })
    expect(await eventsOf(clerk)).toEqual([
      {
        before: { workPhone: '2065550100', jobTitle: null, departmentId: null },
        after: { workPhone: '2065550177', jobTitle: 'Head of Billing', departmentId: 2 },
      },
    ])
    await save({ workPhone: '2065550177' })
    expect(await eventsOf(clerk)).toHaveLength(1)
  })

  test('stay unchanged when omitted, and null clears each (decision A10)', async () => {
    const others = { jobTitleDscTxt: 'Clerk', midInitial: 'é', mobilePhnNbr: '2065550111', departmentId: 2 }
    await save(others)
    await save({ workPhone: null })
    expect(await profile()).toMatchObject({ workPhone: null, ...others })
    const none = Object.fromEntries(Object.keys(others).map((field) => [field, null]))
    expect(await save(none)).toMatchObject({ code: '200', data: none })
    expect(await profile()).toMatchObject(none)
  })

  test('accept names of any script, with one kind of apostrophe (decision D4)', async () => {
    expect(await save({ firstNm: 'Þóra', lastNm: 'O’Neill-Ødegård Jr.' })).toMatchObject({ code: '200' })
    expect(await profile()).toMatchObject({ firstNm: 'Þóra', lastNm: "O'Neill-Ødegård Jr." })
  })

  test.each([
    [{ firstNm: '' }, 'firstNm', 'Enter a first name.'],
    [{ firstNm: null }, 'firstNm', 'Enter a first name.'],
    [{ lastNm: '  ' }, 'lastNm', 'Enter a last name.'],
    [{ firstNm: 'Ada<script>' }, 'firstNm', "Use only letters, digits, spaces and . , ' -"],
    [{ lastNm: '-Ada' }, 'lastNm', "Use only letters, digits, spaces and . , ' -"],
    [{ lastNm: 'Ada\nBcc' }, 'lastNm', "Use only letters, digits, spaces and . , ' -"],
    [{ lastNm: 'a'.repeat(51) }, 'lastNm', 'The text entered exceeds the maximum length'],
    [{ jobTitleDscTxt: 'Clerk & Co' }, 'jobTitleDscTxt', "Use only letters, digits, spaces and . , ' -"],
    [{ jobTitleDscTxt: 'a'.repeat(101) }, 'jobTitleDscTxt', 'The text entered exceeds the maximum length'],
    [{ midInitial: 'AB' }, 'midInitial', 'Enter one letter.'],
    [{ midInitial: '7' }, 'midInitial', 'Enter one letter.'],
    [{ emailAddress: '' }, 'emailAddress', 'Enter an email address.'],
    [{ emailAddress: 'ada@localhost' }, 'emailAddress', 'Enter a valid email address.'],
    [{ emailAddress: '"ada"@harbor.test' }, 'emailAddress', 'Enter a valid email address.'],
    [{ emailAddress: 'ada@hаrbor.test' }, 'emailAddress', 'Enter a valid email address.'],
    [{ workPhone: '206555017' }, 'workPhone', 'Enter a 10-digit work phone, for example 206-555-0100.'],
    [{ workPhone: '206-5550177' }, 'workPhone', 'Enter a 10-digit work phone, for example 206-555-0100.'],
    [{ workPhone: '٢٠٦٥٥٥٠١٧٧' }, 'workPhone', 'Enter a 10-digit work phone, for example 206-555-0100.'],
    [{ mobilePhnNbr: '+12065550177' }, 'mobilePhnNbr', 'Enter a 10-digit mobile phone, for example 206-555-0100.'],
    [{ smsCarrierId: 2 }, 'smsCarrierId', 'Please select SMS Carrier'],
    [{ smsCarrierId: 99 }, 'smsCarrierId', 'Please select SMS Carrier'],
    [{ departmentId: 99 }, 'departmentId', 'Select a department from the list.'],
  ] satisfies [ProfileChange, string, string][])(
    'are refused with %o, at that field and with nothing changed (ACCT-038..046, ACCT-076)',
    async (change, field, message) => {
      const before = await profile()
      expect(await save(change)).toMatchObject({ status: 422, code: '422', message, data: [{ field, message }] })
      expect(await profile()).toEqual(before)
    },
  )

  test('with several invalid fields are refused with each reported at its field (UIGN-025)', async () => {
    expect(await save({ firstNm: '', workPhone: '1', jobTitleDscTxt: 'Clerk' })).toMatchObject({
      status: 422,
      message: 'Please enter valid values for the fields identified below',
      data: [{ field: 'firstNm' }, { field: 'workPhone' }],
    })
    expect(await profile()).toMatchObject({ jobTitleDscTxt: null })
  })

  test('are not overwritten from a second tab that shows older ones (A10, optimistic)', async () => {
    const { version } = await profile()
    expect(await save({ version, workPhone: '2065550111' })).toMatchObject({ code: '200' })
    const [row = {}] = await portal.owner('select profile_changed_at from users where id = $1', [browser.userId])
    expect(await save({ version, workPhone: '2065550122' })).toMatchObject({
      status: 409,
      code: '409',
      data: { changedByNm: null, changedDt: (row['profile_changed_at'] as Date).toISOString() },
    })
    expect(await profile()).toMatchObject({ workPhone: '2065550111' })
  })

  test('saved from two tabs at once are changed by one of them', async () => {
    const { version } = await profile()
    const answers = await Promise.all(['2065550111', '2065550122'].map((workPhone) => save({ version, workPhone })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  })

  test('keep what a body must not set (mass assignment, S34, decision N-5)', async () => {
    const [before] = await portal.owner('select * from users where id = $1', [clerk.id])
    const wire = {
      userId: 1,
      userNm: 'root',
      clientId: foreign,
      internalUserFlg: 'Y',
      federatedUser: 'Y',
      idmuser: 'Y',
      securityQuestionId: 5,
      pswdPhrase: 'x',
      agreedToTextsFlg: 'Y',
      usAssociate: 'Y',
      userStatus: 2,
      acctLockedFlg: 'Y',
      mfaEnabled: 'Y',
      employeeId: '1',
      loginSessionId: 'x',
      readOnlyFields: [],
    }
    const put = (body: unknown) =>
      browser.request('PUT', '/ccservices/secure/user/rest/db/account-settings/users', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect(await put(wire)).toMatchObject({ status: 200 })
    for (const key of ['is_internal', 'signOnAsFlg', 'uid'])
      expect(await put({ [key]: 'Y' })).toMatchObject({ status: 400 })
    expect(await portal.owner('select * from users where id = $1', [clerk.id])).toEqual([before])
  })

  test('cannot be changed by an administrator who acts as me (S46)', async () => {
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.emulation(admin, clerk)
    expect(await save({ workPhone: '2065550111' })).toMatchObject({ status: 403 })
    expect(await save({ sectionSortPrfTxt: 'FAVORITES' })).toMatchObject({ status: 403 })
  })

  test('do not tell an administrator who acts as me which security question I have (E8, S47)', async () => {
    expect(await profile()).toMatchObject({ securityQuestionId: 1 })
    await portal.make.emulation(await portal.make.user({ is_internal: true }), clerk)
    expect(await profile()).toMatchObject({ userId: clerk.id, securityQuestionId: null })
  })

  test('offer existing departments and carriers (ACCT-030..033, ACCT-073, ACCT-075, GENL-012)', async () => {
    expect(await browser.call(listDepartments, {})).toEqual([
      { departmentId: 2, departmentNm: 'Archive' },
      { departmentId: 1, departmentNm: 'Billing' },
    ])
    expect(await browser.call(listCarriers, { params: { uid: clerk.id } })).toEqual([
      { smsCarrierId: 1, smsCarrierNm: 'Bluebird', emailDomainTxt: 'text.bluebird.test' },
    ])
  })
})

const TOKEN = /#confirm-email=([\w-]{43})/
async function tokenIn(address: string): Promise<string> {
  const [latest] = (await mailsTo(address)).filter(({ template }) => template === 'confirm-email')
  return TOKEN.exec(latest?.text ?? '')?.[1] ?? ''
}
const confirm = (token: string, by = browser) => by.send(confirmEmail, { params: { uid: by.userId }, body: { token } })

describe('a new email address', () => {
  const fresh = () => `new.${count}@atlas.test`
  const ask = () => save({ emailAddress: fresh(), securityConfirmPwd: clerk.password })

  test('waits for its link while the old one stays in use and is notified (decision D1, S43)', async () => {
    const old = `clerk.${count}@harbor.test`
    expect((await ask()).data).toMatchObject({ emailAddress: old, pendingEmailAddress: fresh() })
    const [notice] = await mailsTo(old)
    expect(notice).toMatchObject({ template: 'account-changed', text: expect.stringContaining(fresh()) })
    expect(notice?.text).not.toMatch(TOKEN)
    const token = await tokenIn(fresh())
    expect(await confirm(token)).toMatchObject({ code: '200', message: 'Email address confirmed' })
    expect(await profile()).toMatchObject({ emailAddress: fresh(), pendingEmailAddress: null, employerId: own })
    expect((await mailsTo(old))[0]?.text).toContain('We no longer send email to this address')
    expect(await confirm(token)).toMatchObject({ status: 422, data: [{ field: 'token' }] })
    expect((await eventsOf(clerk)).map(({ after }) => after)).toEqual([{ pendingEmail: fresh() }, { email: fresh() }])
  })

  test('asks for my password, and a wrong one changes nothing', async () => {
    for (const securityConfirmPwd of [undefined, null, '', 'a guess'])
      expect(await save({ emailAddress: fresh(), securityConfirmPwd })).toMatchObject({
        status: 422,
        data: [{ field: 'securityConfirmPwd' }],
      })
    expect(await mailsTo(fresh())).toEqual([])
    expect(await profile()).toMatchObject({ pendingEmailAddress: null })
  })

  test('is confirmed by me alone: not by a guess, a colleague, an older link, or a day too late', async () => {
    await ask()
    const first = await tokenIn(fresh())
    const colleague = await openSession(portal, await portal.make.user({ client_id: own }))
    for (const [token, by] of [
      ['', browser],
      ['x'.repeat(43), browser],
      [first, colleague],
    ] as const)
      expect(await confirm(token, by)).toMatchObject({ status: 422 })
    await save({ emailAddress: `other.${fresh()}`, securityConfirmPwd: clerk.password })
    expect(await confirm(first)).toMatchObject({ status: 422 })
    const second = await tokenIn(`other.${fresh()}`)
    await portal.owner(
      "update email_confirmations set expires_at = clock_now() - interval '1 second' where user_id = $1",
      [clerk.id],
    )
    expect(await confirm(second)).toMatchObject({ status: 422 })
    expect(await profile()).toMatchObject({ emailAddress: `clerk.${count}@harbor.test` })
  })

  test('has a link for a whole day, whatever is left of an earlier one', async () => {
    await ask()
    await portal.owner(
      "update email_confirmations set expires_at = clock_now() - interval '1 second' where user_id = $1",
      [clerk.id],
    )
    await save({ emailAddress: `later.${fresh()}`, securityConfirmPwd: clerk.password })
    expect(await confirm(await tokenIn(`later.${fresh()}`))).toMatchObject({ code: '200' })
  })

  test('is not confirmed by a scanner that opens links: opening the address in the email changes nothing', async () => {
    await ask()
    const link = `/content-authenticated/account-settings`
    await portal.browser().request('GET', link)
    await browser.request('GET', link)
    expect(await profile()).toMatchObject({ pendingEmailAddress: fresh() })
  })

  test('can be withdrawn, and its link is invalid then', async () => {
    await ask()
    const token = await tokenIn(fresh())
    expect(await browser.send(withdrawEmail, { params: { uid: clerk.id } })).toMatchObject({
      code: '200',
      data: { pendingEmailAddress: null },
    })
    expect(await confirm(token)).toMatchObject({ status: 422 })
  })

  test('can be requested five times a day, so that no mailbox is flooded', async () => {
    for (let n = 0; n < 5; n++) await save({ emailAddress: `n${n}.${fresh()}`, securityConfirmPwd: clerk.password })
    expect(await ask()).toMatchObject({ status: 429 })
    expect(await mailsTo(fresh())).toEqual([])
  })

  test('keeps the secret of its link out of the table, the log and the audit (rule 7)', async () => {
    await ask()
    const token = await tokenIn(fresh())
    expect(token).toHaveLength(43)
    const rows = await portal.owner("select fields::text from outbox_mails where template = 'confirm-email'")
    expect(JSON.stringify([rows, portal.logged, await portal.owner('select * from audit_events')])).not.toContain(token)
  })
})

describe('my employer', () => {
  const employers = (domain?: string) =>
    browser.call(listClientsByDomain, { params: { uid: clerk.id }, query: domain === undefined ? {} : { domain } })

  test('is offered from the domain of my confirmed address, and from no other (ACCT-034, ACCT-035, ACCT-050, ACCT-074, GENL-010, GENL-011, S37, S43)', async () => {
    const ours = [
      { clientId: own, clientNm: 'Harbor' },
      { clientId: sameDomain, clientNm: 'Harbor Insurance' },
    ]
    expect(await employers()).toEqual(ours)
    expect(await employers('HARBOR.test')).toEqual(ours)
    expect(await employers('atlas.test')).toEqual([])
    await save({ emailAddress: `x${count}@atlas.test`, securityConfirmPwd: clerk.password })
    expect(await employers('atlas.test')).toEqual([])
  })

  test('of another domain is refused, also while an address of it is pending (D1, S43)', async () => {
    await save({ emailAddress: `x${count}@atlas.test`, securityConfirmPwd: clerk.password })
    for (const employerId of [foreign, 999_999])
      expect(await save({ employerId })).toMatchObject({
        status: 422,
        data: [{ field: 'employerId', message: 'This employer isn’t available for your email domain.' }],
      })
  })

  test('is required when several are offered, and stays when none or one is (ACCT-048, D2)', async () => {
    expect(await save({ employerId: null })).toMatchObject({
      status: 422,
      data: [{ field: 'employerId', message: 'Select an employer.' }],
    })
    browser = await openSession(portal, await portal.make.user({ client_id: own, email: `lone.${count}@nowhere.test` }))
    expect(await save({ employerId: null })).toMatchObject({ code: '200', data: { employerId: own } })
  })

  test('is changed only by an administrator, who is notified; until then I see my request (D1)', async () => {
    const staff = await portal.make.user({ is_internal: true, email: `staff.${count}@operator.test` })
    await portal.owner('insert into client_representatives (client_id, user_id) values ($1, $2)', [own, staff.id])
    expect((await save({ employerId: sameDomain })).data).toMatchObject({
      employerId: own,
      pendingEmployerId: sameDomain,
      pendingEmployerNm: 'Harbor Insurance',
    })
    expect(await mailsTo(`staff.${count}@operator.test`)).toMatchObject([{ template: 'employer-requested' }])
    expect((await save({ employerId: own })).data).toMatchObject({ pendingEmployerId: null })
    expect(await eventsOf(clerk)).toEqual([
      { before: { pendingClientId: null }, after: { pendingClientId: sameDomain } },
      { before: { pendingClientId: sameDomain }, after: { pendingClientId: null } },
    ])
  })

  test('once changed ends the customers of the former one and the request', async () => {
    const [customer] = await portal.owner(
      "insert into customers (facility_code, name) values ('EDH', 'Harbor ' || $1::text) returning id",
      [count],
    )
    await portal.owner(
      "insert into user_customer_grants (user_id, customer_id, valid_from) values ($1, $2, clock_now() - interval '1 day')",
      [clerk.id, customer?.['id']],
    )
    await save({ employerId: sameDomain })
    await portal.owner('update users set client_id = $1 where id = $2', [sameDomain, clerk.id])
    expect(await profile()).toMatchObject({ employerId: sameDomain, pendingEmployerId: null })
    expect(
      await portal.owner('select 1 from user_customer_grants where user_id = $1 and valid_to is null', [clerk.id]),
    ).toEqual([])
  })

  test.each(['federated', 'directory'])(
    'and address of a %s user are managed by the company (D1, B22)',
    async (kind) => {
      await portal.owner('update users set sign_in_kind = $1 where id = $2', [kind, clerk.id])
      expect((await profile()).readOnlyFields).toEqual(['emailAddress', 'employerId'])
      const refused = await save({
        emailAddress: 'x@harbor.test',
        employerId: sameDomain,
        securityConfirmPwd: clerk.password,
      })
      expect(refused).toMatchObject({
        status: 422,
        data: [
          { field: 'emailAddress', message: 'Managed by your company.' },
          { field: 'employerId', message: 'Managed by your company.' },
        ],
      })
      expect(await save({ workPhone: '2065550133' })).toMatchObject({ code: '200' })
    },
  )
})

describe('my security question', () => {
  const info = (more: Partial<{ securityQuestionId: number | null; pswdPhrase: string; securityConfirmPwd: string }>) =>
    browser.send(saveSecurityInfo, {
      params: { uid: clerk.id },
      body: { securityQuestionId: 1, pswdPhrase: '********', securityConfirmPwd: clerk.password, ...more },
    })
  const hash = async () => (await portal.owner('select security_answer_hash from users where id = $1', [clerk.id]))[0]

  test('keeps its answer when the mask is sent back, and requires one with another question (B10)', async () => {
    await info({ pswdPhrase: 'Heron' })
    const before = await hash()
    expect(await info({})).toMatchObject({ code: '200', message: 'Your changes have been saved' })
    expect(await hash()).toEqual(before)
    expect(await info({ securityQuestionId: 2 })).toMatchObject({
      status: 422,
      data: [{ field: 'pswdPhrase', message: 'Security question answer must be filled out.' }],
    })
  })

  test('is changed with my password only, and I am notified by email (ACCT-002, ACCT-042, ACCT-053..056)', async () => {
    expect(await info({ securityQuestionId: 2, pswdPhrase: 'Blue <Heron>' })).toMatchObject({
      status: 422,
      data: [{ field: 'pswdPhrase' }],
    })
    expect(await info({ securityQuestionId: 2, pswdPhrase: 'Blue', securityConfirmPwd: 'a guess' })).toMatchObject({
      status: 422,
      data: [{ field: 'securityConfirmPwd', message: 'Current password is incorrect.' }],
    })
    expect(await info({ securityQuestionId: null, pswdPhrase: '', securityConfirmPwd: '' })).toMatchObject({
      status: 422,
      data: [
        { field: 'securityQuestionId', message: 'Please select a security question.' },
        { field: 'pswdPhrase', message: 'Security question answer must be filled out.' },
        { field: 'securityConfirmPwd', message: 'This field is required' },
      ],
    })
    expect(await info({ securityQuestionId: 2, pswdPhrase: 'Blue Heron' })).toMatchObject({ code: '200' })
    expect((await mailsTo(`clerk.${count}@harbor.test`))[0]?.text).toContain('security question')
  })
})
