import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import { getHandOver, handOverUser } from '@portico/contract/users/hand-over.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import type { Portal } from '../../../../test/portal.ts'

let portal: Portal
let admin: Browser
let client: number
let leaver: MadeUser
let recipient: MadeUser
let system: number
beforeAll(async () => {
  ;({ portal, browser: admin } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  client = await portal.make.client()
  leaver = await portal.make.user({ client_id: client, first_name: 'Lea', last_name: 'Ver' })
  recipient = await portal.make.user({ client_id: client, first_name: 'Rita', last_name: 'Cip' })
  system = await portal.make.system()
  const page = await portal.make.page({ system_id: system, section_id: await portal.make.section() })
  await portal.make.grant(leaver, { systemId: system, pageId: page })
  await portal.owner("insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')", [leaver.id])
})

const handOver = (recipientId: number | null, browser = admin, userId = leaver.id) =>
  browser.send(handOverUser, { params: { uid: browser.userId }, body: { userId, recipientId } })
const read = (browser = admin, userId = leaver.id) =>
  browser.send(getHandOver, { params: { uid: browser.userId, userId } })
const documentsOf = async ({ id }: MadeUser) =>
  (
    await portal.owner('select id, name from documents where owner_id = $1 and trashed_at is null order by id', [id])
  ).map((row) => [Number(row['id']), String(row['name'])] as const)
const spaceOf = async ({ id }: MadeUser) => {
  const [row] = await portal.owner('select used_bytes from document_spaces where user_id = $1', [id])
  return Number(row?.['used_bytes'] ?? 0)
}
const stateOf = async () => {
  const [row] = await portal.owner(
    `select u.status, (select count(*) from sessions s where s.user_id = u.id and s.ended_at is null)::int as sessions,
            (select count(*) from current_system_grants g where g.user_id = u.id)::int as systems,
            (select count(*) from current_page_grants g where g.user_id = u.id)::int as pages,
            (select count(*) from current_facility_grants g where g.user_id = u.id)::int as facilities
       from users u where u.id = $1`,
    [leaver.id],
  )
  return row
}
const untouched = { status: 1, sessions: 1, systems: 1, pages: 1, facilities: 1 }

test('ends sessions, access and received shares, and gives the documents with their shares to a colleague', async () => {
  await openSession(portal, leaver)
  await openSession(portal, leaver)
  await portal.owner(
    `update sessions set expires_at = clock_now() - interval '1 minute'
      where id = (select min(id) from sessions where user_id = $1 and ended_at is null)`,
    [leaver.id],
  )
  const other = await portal.make.user({ client_id: client })
  const own = await portal.make.document(leaver, { name: 'plan.csv' })
  await portal.make.version(own)
  const same = await portal.make.document(leaver, { name: 'notes.csv' })
  await portal.make.document(recipient, { name: 'NOTES.csv' })
  const trashed = await portal.make.document(leaver, { trashed_at: new Date() })
  const theirs = await portal.make.document(other)
  // Of documents in the trash nothing counts, and who shares two of them counts once.
  const trashedToo = await portal.make.document(other, { trashed_at: new Date() })
  await portal.make.share(trashed, await portal.make.user({ client_id: client }))
  await portal.make.share(trashedToo, leaver)
  await portal.make.share(same, other)
  await portal.make.share(own, other)
  await portal.make.share(own, recipient)
  await portal.make.share(theirs, leaver)
  const [trashBytes, sum] = [
    Number((await portal.owner('select size_bytes from documents where id = $1', [trashed.id]))[0]?.['size_bytes']),
    (await spaceOf(leaver)) + (await spaceOf(recipient)),
  ]
  expect((await read()).data).toMatchObject({
    sessionCnt: 1,
    grantCnt: 3,
    documentCnt: 2,
    sharedWithCnt: 2,
    receivedCnt: 1,
  })
  expect((await handOver(recipient.id)).message).toBe(
    'Lea Ver is inactive. Sessions and access have ended, and Rita Cip has 2 documents.',
  )
  expect(await stateOf()).toEqual({ status: 2, sessions: 0, systems: 0, pages: 0, facilities: 0 })
  expect((await documentsOf(recipient)).map(([, name]) => name)).toEqual([
    'plan.csv',
    `notes (${leaver.userName}, ${same.id}).csv`,
    'NOTES.csv',
  ])
  expect(await documentsOf(leaver)).toEqual([])
  expect([await spaceOf(leaver), await spaceOf(recipient)]).toEqual([trashBytes, sum - trashBytes])
  const shares = await portal.owner('select recipient_id from document_shares where document_id = any($1)', [
    [own.id, theirs.id],
  ])
  expect(shares).toEqual([{ recipient_id: other.id }])
  const [event] = await portal.owner("select before, after from audit_events where event = 'user_handed_over'")
  expect(event).toMatchObject({ before: { documentCnt: 2 }, after: { recipientId: recipient.id, documents: 2 } })
})

test('the record names the facilities and customers that a leaver loses', async () => {
  const [made] = await portal.owner(
    "insert into customers (facility_code, name) values ('EDH', 'Harbor Mills') returning id",
  )
  const customer = Number(made?.['id'])
  await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [leaver.id, customer])
  await handOver(null)
  const [event] = await portal.owner(
    "select before, after from audit_events where event = 'user_updated' and subject_user_id = $1 and before ? 'facilities'",
    [leaver.id],
  )
  expect(event).toMatchObject({
    before: { facilities: [{ facilityCode: 'EDH' }], customers: [{ customerId: customer }] },
    after: { facilities: [], customers: [] },
  })
})

test('without a new owner the documents stay with the inactive account', async () => {
  const own = await portal.make.document(leaver)
  expect((await handOver(null)).message).toBe('Lea Ver is inactive. Sessions and access have ended.')
  expect((await documentsOf(leaver)).map(([id]) => id)).toEqual([own.id])
})

test('nothing is done where the new owner is no active colleague, or lacks the space', async () => {
  await openSession(portal, leaver)
  await portal.make.document(leaver)
  const stranger = await portal.make.user()
  const gone = await portal.make.user({ client_id: client, status: 2 })
  for (const id of [stranger.id, gone.id, leaver.id, 2_000_000_000]) {
    const answer = await handOver(id)
    expect([answer.status, answer.message]).toEqual([422, 'Select an active user of the same employer.'])
    expect(answer.data).toMatchObject([{ field: 'recipientId' }])
  }
  const left = DOCUMENT_QUOTA - (await spaceOf(leaver))
  await portal.owner('insert into document_spaces (user_id, used_bytes) values ($1, $2)', [recipient.id, left + 1])
  expect((await handOver(recipient.id)).message).toBe('The documents don’t fit into the space of Rita Cip.')
  expect(await stateOf()).toEqual(untouched)
  expect(await documentsOf(recipient)).toEqual([])
  // To the last byte they do.
  await portal.owner('update document_spaces set used_bytes = $2 where user_id = $1', [recipient.id, left])
  expect((await handOver(recipient.id)).code).toBe('200')
  expect(await spaceOf(recipient)).toBe(DOCUMENT_QUOTA)
})

test('a name that the recipient has in the trash is not taken', async () => {
  await portal.make.document(leaver, { name: 'plan.csv' })
  await portal.make.document(recipient, { name: 'plan.csv', trashed_at: new Date() })
  await handOver(recipient.id)
  expect((await documentsOf(recipient)).map(([, name]) => name)).toEqual(['plan.csv'])
})

/** An administrator of the leaver's client without any application, facility or customer. */
async function clientAdministrator() {
  const made = await portal.make.user({ client_id: client })
  await portal.make.adminPages(made, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
  return made
}

async function customerOf(facilityCode: string) {
  const [row] = await portal.owner(
    'insert into customers (facility_code, name) values ($1, gen_random_uuid()) returning id',
    [facilityCode],
  )
  return Number(row?.['id'])
}

test('a client administrator ends what they manage; the rest stays, and they read before and after how much (E4)', async () => {
  await openSession(portal, leaver)
  const made = await clientAdministrator()
  const [own, foreign] = [await customerOf('EDH'), await customerOf('EDH')]
  await portal.owner("insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')", [made.id])
  await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [made.id, own])
  await portal.owner(
    "insert into user_customer_grants (user_id, customer_id, ends_at) select $1, id, now() + interval '9 days' from unnest($2::int[]) id",
    [leaver.id, [own, foreign]],
  )
  await portal.owner(
    "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'KCW', true)",
    [leaver.id],
  )
  const managed = await portal.make.system()
  await portal.make.grant(leaver, { systemId: managed })
  await portal.make.grant(made, { systemId: managed, isAdmin: true })
  const clientAdmin = await openSession(portal, made)
  const endDt = new Date(Date.now() + 9 * 86_400_000)
  const ends = [endDt, endDt]
  const endsOfKept = async () =>
    (
      await portal.owner(
        `select ends_at from current_system_grants where user_id = $1 and system_id = $2
         union all select ends_at from current_page_grants where user_id = $1`,
        [leaver.id, system],
      )
    ).map((row) => row['ends_at'])
  for (const table of ['user_system_grants', 'user_page_grants'])
    await portal.owner(`update ${table} set ends_at = $2 where user_id = $1`, [leaver.id, endDt])

  // The managed application and their customer end; another application with its page, a customer with its facility,
  // and a facility that the administrator does not have stay.
  expect((await read(clientAdmin)).data).toMatchObject({ grantCnt: 2, keptGrantCnt: 5 })
  expect((await handOver(null, clientAdmin)).message).toBe(
    'Lea Ver is inactive. Sessions and access have ended. 5 grants that you don’t manage stayed. A portal administrator can end what is left.',
  )
  expect(await stateOf()).toEqual({ status: 2, sessions: 0, systems: 1, pages: 1, facilities: 2 })
  expect(await endsOfKept()).toEqual(ends)
  const [left] = await portal.owner(
    `select (select array_agg(system_id) from current_system_grants where user_id = $1) as systems,
            (select array_agg(customer_id) from current_customer_grants where user_id = $1 and ends_at is not null) as customers`,
    [leaver.id],
  )
  expect(left).toEqual({ systems: [system], customers: [foreign] })
  const [event] = await portal.owner(
    "select before, after from audit_events where event = 'user_handed_over' and subject_user_id = $1",
    [leaver.id],
  )
  expect(event?.['before']).toMatchObject({ grantCnt: 2, keptGrantCnt: 5 })
  const [change] = await portal.owner(
    "select before, after from audit_events where event = 'user_updated' and subject_user_id = $1 and before ? 'customers'",
    [leaver.id],
  )
  expect(change).toMatchObject({
    before: { customers: [{ customerId: own }, { customerId: foreign }] },
    after: { customers: [{ customerId: foreign }] },
  })

  // A portal administrator ends what is left.
  expect((await read()).data).toMatchObject({ grantCnt: 5, keptGrantCnt: 0 })
  expect((await handOver(null)).message).toBe('Lea Ver is inactive. Sessions and access have ended.')
  expect(await stateOf()).toEqual({ status: 2, sessions: 0, systems: 0, pages: 0, facilities: 0 })
})

test('is for administrators of the user, and never for oneself (E1, E4, S41)', async () => {
  await openSession(portal, leaver)
  const clientAdmin = await openSession(portal, await clientAdministrator())
  const stronger = await portal.make.user({ client_id: client })
  await portal.make.grant(stronger, { systemId: system, isAdmin: true })
  expect((await handOver(null, clientAdmin, stronger.id)).status).toBe(403)
  const elsewhere = await portal.make.user()
  expect((await handOver(null, clientAdmin, elsewhere.id)).status).toBe(404)
  expect((await read(clientAdmin, elsewhere.id)).status).toBe(404)
  expect((await handOver(null, admin, admin.userId)).message).toBe('You can’t do this to your own account.')
  expect(await stateOf()).toEqual(untouched)
})

test('of rights in the portal itself needs a fresh sign-in, and without one nothing ends (S52)', async () => {
  await portal.make.adminPages(leaver, ['Audit Trail'])
  await openSession(portal, leaver)
  const age = (interval: string) =>
    portal.owner('update sessions set authenticated_at = clock_now() - $2::interval where user_id = $1', [
      admin.userId,
      interval,
    ])
  await age('16 minutes')
  const before = await stateOf()
  expect(await handOver(null)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
  expect(await stateOf()).toEqual(before)
  await age('0')
  expect((await handOver(null)).code).toBe('200')
  expect(await stateOf()).toEqual({ status: 2, sessions: 0, systems: 0, pages: 0, facilities: 0 })
})

test('keeps the last portal administrator whose right has no end (E1)', async () => {
  const last = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(last, ['User Administration'])
  const endOf = (endsAt: Date | null) =>
    portal.owner('update user_system_grants set ends_at = $2 where user_id = $1', [admin.userId, endsAt])
  await endOf(new Date(Date.now() + 86_400_000))
  const answer = await handOver(null, admin, last.id)
  await endOf(null)
  expect([answer.status, answer.message]).toEqual([
    422,
    'This is the last portal administrator. Make another one first.',
  ])
  expect((await read(admin, last.id)).data).toMatchObject({ grantCnt: 2 })
  expect((await handOver(null, admin, last.id)).code).toBe('200')
})
