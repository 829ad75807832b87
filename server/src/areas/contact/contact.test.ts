import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  listContacts,
  listEnhanceReqs,
  listEnhanceSections,
  sendEnhanceReq,
} from '@portico/contract/contact/contact.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
let client: number
let clerk: MadeUser
let browser: Browser
/** A tile with an owner, one whose systems have owners, one without owners, and one that accepts no requests. */
let owned: number
let bySystem: number
let orphan: number
let closed: number
const systems: number[] = []

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  client = await make.client({ name: 'Harbor' })
  const takes = { accepts_enhancement_requests: true }
  owned = await make.section({ name: 'Statements', ...takes, owner_email: 'owner@operator.test' })
  bySystem = await make.section({ name: 'Payments', ...takes })
  orphan = await make.section({ name: 'Cards', ...takes })
  closed = await make.section({ name: 'Reports' })
  systems.push(await make.system({ owner_email: 'system@operator.test' }), await make.system())
  const [withOwner = 0, without = 0] = systems
  for (const [section, system] of [
    [owned, withOwner],
    [bySystem, withOwner],
    [orphan, without],
    [closed, without],
  ] as const)
    await make.page({ system_id: system, section_id: section, is_assignable: false })
})
afterAll(() => portal.close())

beforeEach(async () => {
  await portal.owner('delete from client_representatives')
  await portal.owner('delete from outbox_mails')
  clerk = await portal.make.user({ client_id: client, email: 'clerk@harbor.test', work_phone: '2065550100' })
  for (const systemId of systems) await portal.make.grant(clerk, { systemId })
  browser = await openSession(portal, clerk)
})

const contacts = () => browser.call(listContacts, { params: { uid: browser.userId } })
const send = (sectionId: number, comment: string, contactMeFlag = false) =>
  browser.send(sendEnhanceReq, { params: { uid: browser.userId, sectionId }, body: { comment, contactMeFlag } })
const requests = () => browser.call(listEnhanceReqs, { params: { uid: browser.userId } })
async function mails() {
  const all = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  return all.map(({ to, mail }) => ({ to, subject: mail?.subject ?? '', text: mail?.text ?? '' }))
}
const represent = async (
  columns: { client_id: number | null; role: string; display_order?: number },
  user: object = {},
) => {
  const staff = await portal.make.user({ is_internal: true, first_name: 'Miriam', last_name: 'Okafor', ...user })
  await portal.owner(
    'insert into client_representatives (client_id, user_id, role, display_order) values ($1, $2, $3, $4)',
    [columns.client_id, staff.id, columns.role, columns.display_order ?? 1],
  )
}

describe('my representatives', () => {
  test('are the staff named for my employer, in their order (CONT-001, CONT-003, CONT-012, CONT-014, CONT-015)', async () => {
    await represent({ client_id: client, role: 'Second', display_order: 2 })
    await represent({ client_id: client, role: 'First' }, { email: 'first@operator.test', work_phone: '2065550111' })
    await represent({ client_id: null, role: 'Everybody’s' })
    expect(await contacts()).toMatchObject([
      {
        firstNm: 'Miriam',
        lastNm: 'Okafor',
        roleTxt: 'First',
        emailAddress: 'first@operator.test',
        workPhone: '2065550111',
      },
      { roleTxt: 'Second', workPhone: null },
    ])
  })

  test('are the default group when no active one is named for my employer (N-1)', async () => {
    await represent({ client_id: client, role: 'Left' }, { status: 2 })
    await represent({ client_id: await portal.make.client(), role: 'Of another' })
    await represent({ client_id: null, role: 'Everybody’s' })
    expect((await contacts()).map(({ roleTxt }) => roleTxt)).toEqual(['Everybody’s'])
  })

  test('are none for staff, who have no client services (CONT-012, S40)', async () => {
    await represent({ client_id: null, role: 'Everybody’s' })
    browser = await openSession(portal, await portal.make.user({ is_internal: true }))
    expect(await contacts()).toEqual([])
  })
})

describe('an enhancement request', () => {
  test('can be about the tiles that I see and that accept requests (CONT-005, CONT-013, CONT-016)', async () => {
    expect(await browser.call(listEnhanceSections, { params: { uid: clerk.id } })).toEqual([
      { sectionId: orphan, sectionNm: 'Cards' },
      { sectionId: bySystem, sectionNm: 'Payments' },
      { sectionId: owned, sectionNm: 'Statements' },
    ])
    browser = await openSession(portal, await portal.make.user({ client_id: client }))
    expect(await browser.call(listEnhanceSections, { params: { uid: browser.userId } })).toEqual([])
    expect(await send(owned, 'Please')).toMatchObject({ status: 403 })
  })

  test('is numbered, stored, emailed to the owner and listed with its state (CONT-002, CONT-006..010, CONT-017..019, N-2)', async () => {
    const sent = await send(owned, 'Search by amount,\r\nplease', true)
    expect(sent).toMatchObject({
      code: '200',
      message: 'Enhancement Request has been sent.',
      data: { requestNo: expect.any(Number) },
    })
    const { requestNo } = sent.data as { requestNo: number }
    expect(await requests()).toMatchObject([
      {
        requestNo,
        sectionNm: 'Statements',
        comment: 'Search by amount,\nplease',
        contactMeFlag: true,
        requestState: 'received',
      },
    ])
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'owner@operator.test', subject: `Enhancement request ${requestNo}: Statements` })
    for (const word of ['Ada Lovelace', 'Harbor', 'Search by amount,\nplease', 'clerk@harbor.test', '206-555-0100'])
      expect(mail?.text).toContain(word)
    await portal.owner("update enhancement_requests set state = 'planned' where id = $1", [requestNo])
    expect(await requests()).toMatchObject([{ requestState: 'planned' }])
    expect((await send(owned, 'Another')).data).toEqual({ requestNo: requestNo + 1 })
  })

  test('goes to the owners of the systems, else to my representatives', async () => {
    await represent({ client_id: client, role: 'First' }, { email: 'first@operator.test' })
    await send(bySystem, 'One')
    await send(orphan, 'Two')
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual(['first@operator.test', 'system@operator.test'])
    expect((await mails())[0]?.text).not.toContain('clerk@harbor.test')
  })

  test.each([
    ['nothing', '', 'Enter your request.'],
    ['blanks', ' \r\n\t ', 'Enter your request.'],
    ['too much', 'a'.repeat(2001), 'The text entered exceeds the maximum length'],
  ])('of %s is refused at its field, and nothing is sent (CONT-011, CONT-020)', async (_what, comment, message) => {
    expect(await send(owned, comment)).toMatchObject({ status: 422, message, data: [{ field: 'comment', message }] })
    expect(await requests()).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('about a tile that accepts none, that I do not see or that does not exist gets one answer (S40)', async () => {
    const hidden = await portal.make.section({ accepts_enhancement_requests: true })
    for (const section of [closed, hidden, 999_999])
      expect(await send(section, 'Please')).toMatchObject({
        status: 403,
        message: 'You don’t have permission to do this.',
      })
    expect(await requests()).toEqual([])
  })

  test('with markup, line ends and control characters stays text and starts no header (S40, S61c)', async () => {
    await send(owned, 'One\r\nBcc: victim@evil.test\u001b[31m <script>alert(1)</script>')
    const [mail] = await mails()
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.text).toContain('One\nBcc: victim@evil.test [31m <script>alert(1)</script>')
    const [row] = await portal.owner("select to_address from outbox_mails where template = 'enhancement-request'")
    expect(row).toEqual({ to_address: 'owner@operator.test' })
  })

  test('can be sent ten times an hour, also when many are sent at once (S40, N-2)', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => send(owned, `Request ${n}`)))
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(10)
    const late = answers.find(({ status }) => status === 429)
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await requests()).toHaveLength(10)
    await portal.moveClock('61 minutes')
    browser = await openSession(portal, clerk)
    expect(await send(owned, 'Later')).toMatchObject({ code: '200' })
    await portal.moveClock('0')
  })

  test('of another user is not in my list', async () => {
    await send(owned, 'Mine')
    const colleague = await portal.make.user({ client_id: client })
    browser = await openSession(portal, colleague)
    expect(await requests()).toEqual([])
  })
})
