import { listSharedDocuments } from '@portico/contract/documents/documents.ts'
import { exportAccessReport } from '@portico/contract/reports/reports.ts'
import { searchPortal } from '@portico/contract/search/search.ts'
import { searchCustomers } from '@portico/contract/customers/user-customers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageSessions, type ReplicaPortal, startReplicaPortal } from './replica.ts'
import { reportAdmin, sheetOf } from './reports.ts'

let place: ReplicaPortal
beforeAll(async () => {
  place = await startReplicaPortal()
  await place.untilUsed()
}, 240_000)
afterAll(() => place?.close())

const owner = (text: string, values: unknown[] = []) => place.portal.owner(text, values)

/** Waits until the replica has all that was written, and keeps it there while the work is done. */
async function whileBehind(work: () => Promise<void>): Promise<void> {
  await ageSessions(place.portal)
  const [position] = await place.on(0, 'select pg_current_wal_insert_lsn()::text as lsn')
  await expect
    .poll(() => place.on(1, `select pg_last_wal_replay_lsn() >= '${String(position?.['lsn'])}' as has`), {
      timeout: 60_000,
    })
    .toEqual([{ has: true }])
  await place.on(1, 'select pg_wal_replay_pause()')
  try {
    await work()
  } finally {
    await place.on(1, 'select pg_wal_replay_resume()')
  }
}

test('a customer and a facility that are taken from me are gone from my exports and choices at once', async () => {
  const { make } = place.portal
  const columns = { client_id: await make.client() }
  const admin = await reportAdmin(place.portal, columns, ['User Access Report', 'User Administration'])
  const { userId } = admin
  const [customer] = await owner("insert into customers (name, facility_code) values ('Acme', 'EDH') returning id")
  const customerId = Number(customer?.['id'])
  await owner("insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')", [userId])
  await owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [userId, customerId])
  const exported = async () => {
    const { status } = await sheetOf(admin, exportAccessReport, { facilityCd: 'EDH', userType: 'ALL', customerId })
    return status
  }
  const found = async () => {
    const query = { facilityCd: 'EDH', searchPattern: 'Acme' }
    return (await admin.call(searchCustomers, { params: { uid: userId }, query })).length
  }
  expect([await exported(), await found()]).toEqual([200, 1])
  await whileBehind(async () => {
    await owner('update user_customer_grants set valid_to = clock_now() where user_id = $1', [userId])
    expect([await exported(), await found()]).toEqual([422, 0])
    await owner('update user_facility_grants set valid_to = clock_now() where user_id = $1', [userId])
    expect([await exported(), await found()]).toEqual([422, 0])
  })
})

test('a share that is taken from me is gone from my lists and my search at once', async () => {
  const { make } = place.portal
  const user = await make.user()
  const browser = await place.portal.as(user)
  const [document] = await owner(
    "insert into documents (owner_id, name, extension, size_bytes) values ($1, 'Plan.csv', 'csv', 1) returning id",
    [(await make.user()).id],
  )
  await owner('insert into document_shares (document_id, recipient_id) values ($1, $2)', [document?.['id'], user.id])
  const shared = async () =>
    (await browser.call(listSharedDocuments, { params: { uid: user.id }, query: {} })).map(({ doc }) => doc.documentNm)
  const search = async () =>
    (await browser.send(searchPortal, { params: { uid: user.id }, query: { text: 'Plan' } })).text
  expect(await shared()).toEqual(['Plan.csv'])
  expect(await search()).toContain('Plan.csv')
  await whileBehind(async () => {
    await owner('delete from document_shares where recipient_id = $1', [user.id])
    expect(await shared()).toEqual([])
    expect(await search()).not.toContain('Plan.csv')
  })
})
