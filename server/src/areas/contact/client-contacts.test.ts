import { listContacts } from '@portico/contract/contact/contact.ts'
import {
  CONTACT_CANDIDATES,
  CONTACT_ROLE_MAX,
  CONTACTS_MAX,
  type ContactList,
  listClientContacts,
  listContactCandidates,
  listDefaultContacts,
  saveClientContacts,
  saveDefaultContacts,
} from '@portico/contract/clients/client-contacts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grace, startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
let clientId: number
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Client Settings'], grace))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from client_representatives')
  clientId = await portal.make.client()
})

const staff = (columns: Record<string, unknown> = {}) => portal.make.user({ is_internal: true, ...columns })
const params = () => ({ uid: admin.id, clientId })
const current = () => browser.call(listClientContacts, { params: params() })
const defaults = () => browser.call(listDefaultContacts, { params: { uid: admin.id } })
type Contacts = { userId: number; roleTxt?: string }[]
const save = (contacts: Contacts, versionTxt?: string) =>
  browser.send(saveClientContacts, { params: params(), body: { contacts, versionTxt } })
const saveDefaults = (contacts: Contacts) =>
  browser.send(saveDefaultContacts, { params: { uid: admin.id }, body: { contacts } })
const inShort = ({ contacts }: ContactList) => contacts.map(({ userId, roleTxt }) => [userId, roleTxt])
const seenBy = async (columns: Record<string, unknown>) => {
  const reader = await openSession(portal, await portal.make.user(columns))
  const people = await reader.call(listContacts, { params: { uid: reader.userId } })
  return people.map(({ firstNm, roleTxt }) => `${firstNm}: ${roleTxt}`)
}
const audited = (kind: string, id: string) =>
  portal.owner(
    `select actor_user_id as actor, before, after from audit_events
      where event = 'client_contacts_changed' and target_kind = $1 and target_id = $2 order by id`,
    [kind, id],
  )

describe('the contacts of a client', () => {
  test('are the staff that I chose, in my order, and its users see them at once (CONT-003, CONT-015, N-1)', async () => {
    const [miriam, omar] = [await staff({ first_name: 'Miriam' }), await staff({ first_name: 'Omar' })]
    const saved = await save([
      { userId: omar.id, roleTxt: '  Production\r\nand schedules ' },
      { userId: miriam.id, roleTxt: '' },
    ])
    expect(saved).toMatchObject({ status: 200, message: 'The contacts have been saved.' })
    expect(await seenBy({ client_id: clientId })).toEqual(['Omar: Production and schedules', 'Miriam: '])
    await save([{ userId: miriam.id, roleTxt: 'Account manager' }, { userId: omar.id }])
    expect(await seenBy({ client_id: clientId })).toEqual(['Miriam: Account manager', 'Omar: '])
    expect(inShort(await current())).toEqual([
      [miriam.id, 'Account manager'],
      [omar.id, ''],
    ])
    expect(await audited('client', String(clientId))).toMatchObject([
      { actor: admin.id, before: { contacts: [] }, after: { contacts: [{ userId: omar.id }, { userId: miriam.id }] } },
      { before: { contacts: [{ userId: omar.id }, {}] }, after: { contacts: [{ userId: miriam.id }, {}] } },
    ])
  })

  test('of another client stay as they are', async () => {
    const [miriam, omar] = [await staff({ first_name: 'Miriam' }), await staff({ first_name: 'Omar' })]
    await save([{ userId: miriam.id }])
    const other = await portal.make.client()
    await browser.call(saveClientContacts, {
      params: { uid: admin.id, clientId: other },
      body: { contacts: [{ userId: omar.id }] },
    })
    expect(await seenBy({ client_id: clientId })).toEqual(['Miriam: '])
    expect(await seenBy({ client_id: other })).toEqual(['Omar: '])
  })

  test.each([
    ['active', 'status = 2'],
    ['of the staff any more', 'is_internal = false'],
  ])('are the default contacts where it has none that are %s (N-1)', async (_what, change) => {
    const [miriam, omar] = [await staff({ first_name: 'Miriam' }), await staff({ first_name: 'Omar' })]
    expect(await saveDefaults([{ userId: omar.id, roleTxt: 'Client Relations' }])).toMatchObject({ status: 200 })
    expect(inShort(await defaults())).toEqual([[omar.id, 'Client Relations']])
    expect(await seenBy({ client_id: clientId })).toEqual(['Omar: Client Relations'])
    await save([{ userId: miriam.id }])
    expect(await seenBy({ client_id: clientId })).toEqual(['Miriam: '])
    await portal.owner(`update users set ${change} where id = $1`, [miriam.id])
    expect(await seenBy({ client_id: clientId })).toEqual(['Omar: Client Relations'])
    expect((await current()).contacts).toMatchObject([{ userId: miriam.id, activeFlg: false }])
    expect((await audited('default_contacts', 'default'))[0]).toMatchObject({ before: { contacts: [] } })
  })

  test('can be emptied; a save without a difference is not in the audit trail', async () => {
    const { id: userId } = await staff()
    for (const contacts of [[{ userId }], [{ userId }], [], []])
      expect(await save(contacts)).toMatchObject({ code: '200' })
    expect((await current()).contacts).toEqual([])
    expect(await audited('client', String(clientId))).toHaveLength(2)
  })

  test('keep one who has left until I remove them, and a deleted account is gone', async () => {
    const [left, deleted] = [await staff(), await staff()]
    await save([{ userId: left.id }, { userId: deleted.id }])
    await portal.owner('update users set status = 2 where id = $1', [left.id])
    await portal.owner('update users set status = 3 where id = $1', [deleted.id])
    expect(inShort(await current())).toEqual([[left.id, '']])
    expect(await save([{ userId: left.id, roleTxt: 'Retired' }])).toMatchObject({ status: 200 })
  })
})

describe('contacts are refused', () => {
  test('who are no active staff, and nothing is changed', async () => {
    const own = await staff()
    await save([{ userId: own.id }])
    const clerk = await portal.make.user({ client_id: clientId })
    const left = await staff({ status: 2 })
    for (const userId of [clerk.id, left.id, 2_000_000_000]) {
      const message = 'Contact 2 isn’t active staff. Remove the contact, then save again.'
      expect(await save([{ userId: own.id }, { userId }])).toMatchObject({
        status: 422,
        message,
        data: [{ field: 'contacts', message }],
      })
    }
    expect(inShort(await current())).toEqual([[own.id, '']])
  })

  test('that are named twice, with too long a role, or too many', async () => {
    const { id: userId } = await staff()
    expect(await save([{ userId }, { userId, roleTxt: 'Again' }])).toMatchObject({
      status: 422,
      message: 'Contacts 1 and 2 are the same person. Remove one of them.',
    })
    expect(await save([{ userId, roleTxt: 'a'.repeat(CONTACT_ROLE_MAX + 1) }])).toMatchObject({
      status: 422,
      data: [{ field: 'contacts.0.roleTxt', message: 'The text entered exceeds the maximum length' }],
    })
    expect(await save([{ userId, roleTxt: 'a'.repeat(CONTACT_ROLE_MAX) }])).toMatchObject({ status: 200 })
    expect(await save(Array.from({ length: CONTACTS_MAX + 1 }, () => ({ userId })))).toMatchObject({
      status: 422,
      message: `A client can have up to ${CONTACTS_MAX} contacts.`,
    })
  })

  test('that someone else has changed since, with who and when', async () => {
    const [miriam, omar] = [await staff(), await staff()]
    const { versionTxt } = await current()
    await save([{ userId: miriam.id }])
    const late = await save([{ userId: omar.id }], versionTxt)
    expect(late).toMatchObject({
      status: 409,
      message: 'Grace Hopper has changed these contacts. Load the current state, then save again.',
      data: { changedByNm: 'Grace Hopper' },
    })
    expect(inShort(await current())).toEqual([[miriam.id, '']])
    // Nobody is named where the audit trail no longer has the change.
    await portal.owner("delete from audit_events where event = 'client_contacts_changed'")
    expect(await save([{ userId: omar.id }], versionTxt)).toMatchObject({
      status: 409,
      message: 'These contacts have changed. Load the current state, then save again.',
      data: { changedByNm: null },
    })
    expect(await save([{ userId: omar.id }], (await current()).versionTxt)).toMatchObject({ status: 200 })
  })

  test('of two saves at once that began with the same list, all but one', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => staff()))
    const { versionTxt } = await current()
    const answers = await Promise.all(people.map(({ id }) => save([{ userId: id }], versionTxt)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    expect((await current()).contacts).toHaveLength(1)
  })

  test('of a client that does not exist or is deleted', async () => {
    const { id: userId } = await staff()
    await portal.owner('update clients set is_deleted = true where id = $1', [clientId])
    for (const gone of [clientId, 2_000_000_000]) {
      const place = { params: { uid: admin.id, clientId: gone } }
      expect(await browser.send(listClientContacts, place)).toMatchObject({ status: 404 })
      expect(await browser.send(saveClientContacts, { ...place, body: { contacts: [{ userId }] } })).toMatchObject({
        status: 404,
      })
    }
    expect(await portal.owner('select from client_representatives')).toEqual([])
  })

  test('from an administrator of the client, who cannot read them or search staff here either', async () => {
    const own = await portal.make.user({ client_id: clientId })
    await portal.make.adminPages(own, ['Client Settings'])
    const outsider = await openSession(portal, own)
    const place = { params: { uid: own.id, clientId } }
    const answers = [
      await outsider.send(listClientContacts, place),
      await outsider.send(saveClientContacts, { ...place, body: { contacts: [] } }),
      await outsider.send(saveDefaultContacts, { params: { uid: own.id }, body: { contacts: [] } }),
      await outsider.send(listContactCandidates, { params: { uid: own.id }, query: {} }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})

describe('staff to choose from', () => {
  const find = (keyword: string, offset = 0) =>
    browser.call(listContactCandidates, { params: { uid: admin.id }, query: { keyword, offset } })

  test('are active staff alone, found by a part of their name, user ID or email in any case', async () => {
    const known = { first_name: 'Zoë', last_name: 'Quillon', email: 'zoe.q@operator.test' }
    const active = await staff(known)
    await staff({ ...known, status: 2 })
    await portal.make.user({ ...known, client_id: clientId })
    for (const keyword of ['ZOË', 'quill', 'zoe.q@', ` ${active.userName} `])
      expect((await find(keyword)).map(({ userId }) => userId)).toEqual([active.id])
    expect(await find('100%_')).toEqual([])
  })

  test('come by their last name, then by their first', async () => {
    for (const [first_name, last_name] of [
      ['Bea', 'Orderly-B'],
      ['Ada', 'Orderly-C'],
      ['Cem', 'Orderly-B'],
      ['Dan', 'Orderly-A'],
    ])
      await staff({ first_name, last_name })
    const found = await find('orderly')
    expect(found.map(({ firstNm }) => firstNm)).toEqual(['Dan', 'Bea', 'Cem', 'Ada'])
  })

  test('come a hundred at a time, by name', async () => {
    await portal.owner(
      `insert into users (user_name, first_name, last_name, email, client_id, is_internal, status)
       select 'many.' || n, 'Many', 'Namesake' || lpad(n::text, 3, '0'), 'many' || n || '@operator.test', $1, true, 1
         from generate_series(1, 103) n`,
      [admin.clientId],
    )
    const [first, rest] = [await find('namesake'), await find('namesake', CONTACT_CANDIDATES)]
    expect([first.length, rest.length]).toEqual([CONTACT_CANDIDATES, 3])
    expect([...first, ...rest].map(({ lastNm }) => lastNm)).toEqual(
      Array.from({ length: 103 }, (_, n) => `Namesake${String(n + 1).padStart(3, '0')}`),
    )
  })
})
