import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  deleteFromSpace,
  DOCUMENT_VERSIONS,
  dropShare,
  getUsedSpace,
  listDocuments,
  listDocumentVersions,
  listShares,
  listSharedDocuments,
  listSharingUsers,
  SHARING_USERS_FIRST,
  SHARING_USERS_MOST,
  listTrash,
  restoreDocument,
  restoreVersion,
  shareDocument,
  trashDocument,
  unshareDocument,
} from '@portico/contract/documents/documents.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { hasDocuments } from '@portico/contract/documents/has-documents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { csv, documentsOf, filesOf, type Library, pdf } from '../../../test/documents.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { removeOldPublishedFiles } from '../files/published-file-store.ts'
import { documentPurgeJob } from './document-purge.job.ts'
import { documentSweepJob } from './document-sweep.job.ts'

let portal: Portal
let owner: MadeUser
let colleague: MadeUser
let stranger: MadeUser
let mine: Library
let own: Browser
let theirs: Browser
beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  stranger = await portal.make.user({ client_id: await portal.make.client() })
})
afterAll(() => portal.close())
beforeEach(async () => {
  owner = await portal.make.user({ first_name: 'Grace', last_name: 'Hopper' })
  colleague = await portal.make.user({ client_id: owner.clientId })
  own = await openSession(portal, owner)
  theirs = await openSession(portal, colleague)
  mine = documentsOf(own)
})

const me = () => ({ uid: owner.id })
const share = (documentId: number, sharedUserIdList: number[], expireDt: string | null = null) =>
  own.send(shareDocument, { params: me(), body: { documentId, sharedUserIdList, expireDt } })
const seen = (browser = theirs) => browser.call(listSharedDocuments, { params: { uid: browser.userId }, query: {} })
const bytes = async (answer: Response) => (answer.status === 200 ? answer.text() : answer.status)
const job = jobContext()
const deps = () => ({ db: portal.database.jobs, storage: portal.storage, removeOldPublishedFiles })

describe('a shared document (DOCS-005, DOCS-008, decision J7)', () => {
  test('is on the recipient’s list with its owner, and opens (DOCS-024..031, DOCS-049, DOCS-052)', async () => {
    const id = await mine.store('Plan.csv', csv('1,2'))
    expect(await share(id, [colleague.id], '2099-12-31')).toMatchObject({ status: 200, code: '200' })
    expect(await seen()).toMatchObject([
      { expireDt: '2099-12-31', doc: { documentId: id, documentNm: 'Plan.csv', firstNm: 'Grace', lastNm: 'Hopper' } },
    ])
    expect(await own.call(listShares, { params: { ...me(), docId: id } })).toMatchObject([
      { userId: colleague.id, openedDt: null },
    ])
    expect(await bytes(await documentsOf(theirs).download(id))).toBe('1,2')
    const [opened] = await own.call(listShares, { params: { ...me(), docId: id } })
    expect(opened?.openedDt).toBeInstanceOf(Date)
    expect((await mine.list())[0]).toMatchObject({ sharedCnt: 1 })
  })

  test('is reported to its recipient by email, once', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await share(id, [colleague.id])
    await share(id, [colleague.id])
    const mails = await portal.owner(
      `select fields from outbox_mails where template = 'document-shared' and to_address = $1`,
      [`${colleague.userName}@example.test`],
    )
    expect(mails).toMatchObject([{ fields: { sender: 'Grace Hopper', document: 'Plan.csv' } }])
  })

  test('is shared and reported anew after its last day has passed', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await share(id, [colleague.id], '2099-12-31')
    const days = (column: string) =>
      portal.owner(`update document_shares set ${column} where document_id = $1 and recipient_id = $2`, [
        id,
        colleague.id,
      ])
    await days(`shared_at = clock_now() - interval '9 days', expires_on = business_today('UTC') - 5`)
    expect(await seen()).toEqual([])
    await portal.owner('delete from outbox_mails')
    await share(id, [colleague.id], '2099-12-31')
    const [again] = await seen()
    expect(Date.now() - Number(again?.sharedDt)).toBeLessThan(86_400_000)
    expect(await portal.owner('select template from outbox_mails')).toEqual([{ template: 'document-shared' }])
    // One that still is open keeps the day on which it was shared, whatever its new last day.
    await days(`shared_at = clock_now() - interval '9 days'`)
    await share(id, [colleague.id])
    expect(await portal.owner('select template from outbox_mails')).toHaveLength(1)
    expect(Date.now() - Number((await seen())[0]?.sharedDt)).toBeGreaterThan(8 * 86_400_000)
  })

  test('is reported to a hundred recipients by one statement', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const people = await portal.owner(
      `insert into users (user_name, first_name, last_name, email, client_id)
       select 'crowd.' || gen_random_uuid(), 'Ada', 'L', 'crowd.' || n || '@example.test', $1 from generate_series(1, 100) n
       returning id`,
      [owner.clientId],
    )
    const ids = people.map((row) => Number(row['id']))
    expect(await share(id, ids)).toMatchObject({ status: 200, code: '200' })
    // Rows of one statement have the same command number.
    const mails = await portal.owner(
      `select count(*)::integer as mails, count(distinct cmin::text)::integer as statements from outbox_mails
        where template = 'document-shared' and to_address like 'crowd.%'`,
    )
    expect(mails).toEqual([{ mails: 100, statements: 1 }])
  })

  test('is live and read only: the recipient sees overwrites and changes nothing (S33, S35)', async () => {
    const id = await mine.store('Plan.csv', csv('old'))
    await share(id, [colleague.id])
    await mine.overwrite(id, 'Plan.csv', csv('new'))
    const library = documentsOf(theirs)
    expect(await bytes(await library.download(id))).toBe('new')
    expect((await library.download(id, { version: 1 })).status).toBe(404)
    const uid = colleague.id
    const refused = await Promise.all([
      library.overwrite(id, 'Plan.csv', csv('mine now')),
      theirs.send(shareDocument, { params: { uid }, body: { documentId: id, sharedUserIdList: [owner.id] } }),
      theirs.send(trashDocument, { params: { docId: id } }),
      theirs.send(deleteFromSpace, { params: { uid, docId: id } }),
      theirs.send(listShares, { params: { uid, docId: id } }),
      theirs.send(listDocumentVersions, { params: { uid, docId: id } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
    expect(await bytes(await mine.download(id))).toBe('new')
  })

  test('can be ended by its owner or removed by its reader (DOCS-017, DOCS-055)', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    for (const end of [
      (shareId: number) => own.send(unshareDocument, { params: { ...me(), ownShareDtlId: shareId } }),
      (shareId: number) => theirs.send(dropShare, { params: { uid: colleague.id, docShareDtlId: shareId } }),
    ]) {
      await share(id, [colleague.id])
      const [shared] = await seen()
      expect((await end(shared?.documentShareDtlId ?? 0)).status).toBe(200)
      expect(await seen()).toEqual([])
      expect((await documentsOf(theirs).download(id)).status).toBe(404)
    }
    expect(await bytes(await mine.download(id))).toBe('1')
  })

  test('ends with its last day', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const [day] = await portal.owner(`select business_today('America/Chicago')::text as today`)
    await share(id, [colleague.id], String(day?.['today']))
    expect(await seen()).toHaveLength(1)
    await portal.moveClock('1 day')
    const later = await openSession(portal, colleague)
    expect(await seen(later)).toEqual([])
    expect((await documentsOf(later).download(id)).status).toBe(404)
    await portal.moveClock('0')
  })

  test('counts among the shares of its document until its last day has passed', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const [day] = await portal.owner(`select business_today($1)::text as today`, [portal.config.businessTimeZone])
    await share(id, [colleague.id], String(day?.['today']))
    const counted = async () => (await mine.list()).map(({ sharedCnt }) => sharedCnt)
    expect(await counted()).toEqual([1])
    await portal.owner('update document_shares set expires_on = expires_on - 1 where document_id = $1', [id])
    expect(await counted()).toEqual([0])
    // On its last day it is the share that it was.
    await portal.owner(
      `update document_shares set expires_on = business_today($2), shared_at = clock_now() - interval '9 days' where document_id = $1`,
      [id, portal.config.businessTimeZone],
    )
    await portal.owner('delete from outbox_mails')
    await share(id, [colleague.id])
    expect(await portal.owner('select from outbox_mails')).toEqual([])
  })

  test('is found by the day on which it was shared, and one without an end is sorted after all that end', async () => {
    const names = ['Long.csv', 'Short.csv', 'Open.csv']
    const days = ['2099-02-01', '2099-01-01', null]
    for (const [index, name] of names.entries())
      await share(await mine.store(name, csv('1')), [colleague.id], days[index] ?? null)
    await portal.owner(
      `update document_shares set shared_at = '2026-01-05 12:00Z' where recipient_id = $1
          and document_id = (select id from documents where owner_id = $2 and name = 'Short.csv')`,
      [colleague.id, owner.id],
    )
    const found = async (query: object) =>
      (await theirs.call(listSharedDocuments, { params: { uid: colleague.id }, query })).map(
        ({ doc }) => doc.documentNm,
      )
    expect(await found({ fromDt: '2026-01-05', toDt: '2026-01-05' })).toEqual(['Short.csv'])
    expect(await found({ sort: 'expireDt', direction: 'asc' })).toEqual(['Short.csv', 'Long.csv', 'Open.csv'])
    expect(await found({ sort: 'expireDt', direction: 'desc' })).toEqual(['Open.csv', 'Long.csv', 'Short.csv'])
  })

  test('is listed to its owner by the last names of the people, and recorded with whom and until when', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const [last, first] = [
      await portal.make.user({ client_id: owner.clientId, first_name: 'Ann', last_name: 'Young' }),
      await portal.make.user({ client_id: owner.clientId, first_name: 'Zoe', last_name: 'Abel' }),
    ]
    await share(id, [last.id, first.id], '2099-12-31')
    const shares = await own.call(listShares, { params: { ...me(), docId: id } })
    expect(shares.map(({ lastNm }) => lastNm)).toEqual(['Abel', 'Young'])
    const [event] = await portal.owner(
      `select after from audit_events where event = 'document_shared' and target_id = $1`,
      [String(id)],
    )
    expect(event).toEqual({ after: { recipients: [last.id, first.id], expiresOn: '2099-12-31' } })
  })

  test('is gone for its readers with the document, and kept when its owner leaves (S36, decision J9)', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await share(id, [colleague.id])
    await portal.owner('update users set status = 2 where id = $1', [owner.id])
    expect(await bytes(await documentsOf(theirs).download(id))).toBe('1')
    await portal.owner('update users set status = 1 where id = $1', [owner.id])
    own = await openSession(portal, owner)
    await own.call(trashDocument, { params: { docId: id } })
    expect(await seen()).toEqual([])
    expect((await documentsOf(theirs).download(id)).status).toBe(404)
    await own.call(restoreDocument, { params: { ...me(), trashedDocId: id } })
    expect(await seen()).toEqual([])
  })

  test('of a user who moved to another company is closed to them (decision J3)', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await share(id, [colleague.id])
    await portal.owner('update users set client_id = $2 where id = $1', [colleague.id, stranger.clientId])
    const moved = await openSession(portal, colleague)
    expect(await seen(moved)).toEqual([])
    expect((await documentsOf(moved).download(id)).status).toBe(404)
  })
})

describe('whom a user may share with (S35, S37, decision J3)', () => {
  const NOT_SHAREABLE = 'You can share only with active users of your own company and ours.'

  test('an empty selection gets the specified message (DOCS-046, DOCS-064)', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const message = 'No users have been selected.'
    expect(await share(id, [])).toMatchObject({ status: 422, message, data: [{ field: 'sharedUserIdList', message }] })
  })

  test('a stranger, oneself, an inactive user, an unknown one, or 10,000 at once: all or none', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const inactive = await portal.make.user({ client_id: owner.clientId, status: 2 })
    for (const one of [stranger.id, inactive.id, 987_654])
      expect(await share(id, [colleague.id, one])).toMatchObject({ status: 422, message: NOT_SHAREABLE })
    for (const ids of [[owner.id], [colleague.id, owner.id], [owner.id, stranger.id]])
      expect(await share(id, ids)).toMatchObject({
        status: 422,
        message: 'You own this document. Select other people.',
        data: [{ field: 'sharedUserIdList' }],
      })
    expect(
      (
        await share(
          id,
          Array.from({ length: 10_000 }, (_, n) => n + 1),
        )
      ).status,
    ).toBe(422)
    expect((await share(id, [colleague.id], '2020-01-01')).status).toBe(422)
    expect(await own.call(listShares, { params: { ...me(), docId: id } })).toEqual([])
  })

  test('a user named twice counts once, and is notified once', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    expect(await share(id, [colleague.id, colleague.id])).toMatchObject({ status: 200, code: '200' })
    expect(await own.call(listShares, { params: { ...me(), docId: id } })).toMatchObject([{ userId: colleague.id }])
    expect(await seen()).toHaveLength(1)
    const mails = `select id from outbox_mails where template = 'document-shared' and to_address = $1`
    expect(await portal.owner(mails, [`${colleague.userName}@example.test`])).toHaveLength(1)
  })

  test('users of a client see their own company and internal staff, staff see everyone (DOCS-050, DOCS-051)', async () => {
    const operator = await portal.make.client()
    const staff = await portal.make.user({ client_id: operator, is_internal: true })
    const clients = (await own.call(listSharingClients, { params: me() })).map(({ clientId }) => clientId)
    expect(clients).toEqual(expect.arrayContaining([owner.clientId, operator]))
    expect(clients).not.toContain(stranger.clientId)
    const people = async (clientid: number) =>
      (await own.call(listSharingUsers, { params: { ...me(), clientid }, query: {} })).map(({ userId }) => userId)
    const gone = await portal.make.client()
    await portal.make.user({ client_id: gone, is_internal: true })
    await portal.owner('update clients set is_deleted = true where id = $1', [gone])
    const left = (await own.call(listSharingClients, { params: me() })).map(({ clientId }) => clientId)
    expect(left).not.toContain(gone)
    expect(await people(owner.clientId)).toContain(colleague.id)
    expect(await people(owner.clientId)).not.toContain(owner.id)
    expect(await people(operator)).toEqual([staff.id])
    const foreign = await own.send(listSharingUsers, { params: { ...me(), clientid: stranger.clientId }, query: {} })
    const none = await own.send(listSharingUsers, { params: { ...me(), clientid: 987_654 }, query: {} })
    expect([foreign.status, foreign.text]).toEqual([404, none.text])
    const inside = await openSession(portal, staff)
    const all = await inside.call(listSharingUsers, {
      params: { uid: staff.id, clientid: stranger.clientId },
      query: {},
    })
    expect(all.map(({ userId }) => userId)).toContain(stranger.id)
  })

  test('users to share with are searched by name and read in parts; user name and email are not searched', async () => {
    const clientId = await portal.make.client()
    const searcher = await portal.make.user({ client_id: clientId })
    await portal.owner(
      `insert into users (user_name, first_name, last_name, email, client_id)
       select 'sharer.hidden.' || n, case when n % 2 = 0 then 'Éva' else 'Ann_e' end, 'Reader ' || lpad(n::text, 2, '0'), 'secretmail' || n || '@x.test', $1
         from generate_series(1, 30) n`,
      [clientId],
    )
    const browser = await openSession(portal, searcher)
    const found = async (query: { keyword?: string; offset?: number; limit?: number } = {}) => {
      const answer = await browser.send(listSharingUsers, { params: { uid: searcher.id, clientid: clientId }, query })
      const { data } = JSON.parse(answer.text) as { data: { lastNm: string }[] }
      return { total: Number(answer.headers.get('x-total-count')), names: data.map(({ lastNm }) => lastNm) }
    }
    expect(await found()).toMatchObject({ total: 30, names: { length: 30 } })
    expect(await found({ limit: 2 })).toEqual({ total: 30, names: ['Reader 01', 'Reader 02'] })
    expect(await found({ keyword: ' éva ', offset: 13, limit: 10 })).toEqual({
      total: 15,
      names: ['Reader 28', 'Reader 30'],
    })
    expect(await found({ keyword: 'ann_e reader 0' })).toMatchObject({ total: 5 })
    expect(await found({ keyword: 'a%r' })).toEqual({ total: 0, names: [] })
    for (const keyword of ['sharer.hidden', 'secretmail', 'zzz'])
      expect(await found({ keyword })).toEqual({ total: 0, names: [] })
  })
})

test('a client of a thousand people answers the first 150, and never more than 500 at once (DOCS-070, decision J3)', async () => {
  const clientId = await portal.make.client()
  const searcher = await portal.make.user({ client_id: clientId })
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'crowd.' || n, 'Ann', 'Reader', 'crowd' || n || '@x.test', $1 from generate_series(1, 1000) n`,
    [clientId],
  )
  const browser = await openSession(portal, searcher)
  const params = { uid: searcher.id, clientid: clientId }
  for (const [limit, answered] of [
    [undefined, SHARING_USERS_FIRST],
    [SHARING_USERS_MOST, SHARING_USERS_MOST],
    [100_000, SHARING_USERS_MOST],
  ] as const) {
    const answer = await browser.send(listSharingUsers, { params, query: limit === undefined ? {} : { limit } })
    expect(JSON.parse(answer.text).data).toHaveLength(answered)
    expect(answer.headers.get('x-total-count')).toBe('1000')
  }
})

describe('my list of documents', () => {
  const listed = (query: object = {}) => own.call(listDocuments, { params: me(), query })

  test('is filtered by days in the business time zone, both included', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const names = async (query: object) => (await listed(query)).map(({ documentNm }) => documentNm)
    const stored = (at: string) =>
      portal.owner(`update documents set stored_at = ($2::timestamp at time zone $3) where id = $1`, [
        id,
        at,
        portal.config.businessTimeZone,
      ])
    const day = { fromDt: '2026-01-05', toDt: '2026-01-05' }
    for (const [at, found] of [
      ['2026-01-04 23:59:59', []],
      ['2026-01-05 00:00', ['Plan.csv']],
      ['2026-01-05 23:59:59', ['Plan.csv']],
      ['2026-01-06 00:00', []],
    ] as const) {
      await stored(at)
      expect([at, await names(day)]).toEqual([at, found])
    }
  })

  test('says that the virus scan is pending of the present version alone', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await mine.overwrite(id, 'Plan.csv', csv('2'))
    const awaiting = async (version: number) => {
      await portal.owner(
        `update stored_files file set awaits_scan = kept.version = $2 from document_versions kept
          where kept.file_id = file.id and kept.document_id = $1`,
        [id, version],
      )
      return (await listed()).map(({ unscannedFlg }) => unscannedFlg)
    }
    expect([await awaiting(1), await awaiting(2)]).toEqual([[false], [true]])
    await awaiting(0)
  })

  test('of a name that is there already the answer says with how many it is shared', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await share(id, [colleague.id])
    expect((await mine.upload('plan.csv', csv('2'))).data).toMatchObject({
      documentId: id,
      sharedCnt: 1,
      versionCnt: 1,
    })
  })
})

test('the menu has the library for who has documents, also in the trash, and for whom others share one with', async () => {
  const has = async (browser: Browser) => browser.call(hasDocuments, { params: { uid: browser.userId } })
  expect([await has(own), await has(theirs)]).toEqual([false, false])
  const id = await mine.store('Plan.csv', csv('1'))
  expect([await has(own), await has(theirs)]).toEqual([true, false])
  await share(id, [colleague.id])
  expect(await has(theirs)).toBe(true)
  await own.call(trashDocument, { params: { docId: id } })
  expect([await has(own), await has(theirs)]).toEqual([true, false])
  await own.call(deleteFromSpace, { params: { ...me(), docId: id } })
  expect(await has(own)).toBe(false)
})

describe('deleting (DOCS-004, decision J2)', () => {
  test('to the trash keeps the space and the document can be restored (DOCS-053)', async () => {
    const id = await mine.store('Plan.csv', csv('12345'))
    await own.call(trashDocument, { params: { docId: id } })
    expect(await mine.list()).toEqual([])
    expect((await mine.download(id)).status).toBe(404)
    expect(await own.call(getUsedSpace, { params: me() })).toBe(5)
    expect(await own.call(listTrash, { params: me() })).toMatchObject([{ documentId: id, documentNm: 'Plan.csv' }])
    await own.call(restoreDocument, { params: { ...me(), trashedDocId: id } })
    expect(await bytes(await mine.download(id))).toBe('12345')
  })

  test('to the trash and back keeps every earlier version, with its number and content (DOCS-003, DOCS-053)', async () => {
    const id = await mine.store('Plan.csv', csv('0'))
    for (let n = 1; n < DOCUMENT_VERSIONS; n++) await mine.overwrite(id, 'Plan.csv', csv(String(n)))
    const params = { ...me(), docId: id }
    const before = await own.call(listDocumentVersions, { params })
    expect(before).toHaveLength(DOCUMENT_VERSIONS)
    await own.call(trashDocument, { params: { docId: id } })
    await documentPurgeJob(deps()).run({}, job)
    await own.call(restoreDocument, { params: { ...me(), trashedDocId: id } })
    expect(await own.call(listDocumentVersions, { params })).toEqual(before)
    for (const [index, { versionNbr }] of before.toReversed().entries())
      expect(await bytes(await mine.download(id, { version: versionNbr }))).toBe(String(index))
  })

  test('permanently frees the space and removes every version’s file at once (DOCS-054)', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await mine.overwrite(id, 'Plan.csv', csv('22'))
    const files = (await portal.owner('select file_id from document_versions where document_id = $1', [id])).map(
      (row) => String(row['file_id']),
    )
    await own.call(deleteFromSpace, { params: { ...me(), docId: id } })
    expect(await own.call(getUsedSpace, { params: me() })).toBe(0)
    expect((await filesOf(portal)).filter((file) => files.includes(file))).toEqual([])
  })

  test('when the name was taken in the meantime the old document stays in the trash', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await own.call(trashDocument, { params: { docId: id } })
    await mine.store('plan.csv', csv('2'))
    expect((await own.send(restoreDocument, { params: { ...me(), trashedDocId: id } })).status).toBe(422)
    expect(await own.call(listTrash, { params: me() })).toHaveLength(1)
  })

  test('after 30 days in the trash it is deleted, and wrong sums are recounted', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    await mine.store('Kept.csv', csv('22'))
    await own.call(trashDocument, { params: { docId: id } })
    await portal.owner(`update documents set trashed_at = trashed_at - interval '31 days' where id = $1`, [id])
    await portal.owner('update document_spaces set used_bytes = 77 where user_id = $1', [owner.id])
    await documentPurgeJob(deps()).run({}, job)
    await documentSweepJob(deps()).run({}, job)
    expect(await own.call(listTrash, { params: me() })).toEqual([])
    expect(await own.call(getUsedSpace, { params: me() })).toBe(2)
    expect(await portal.owner(`select 1 from stored_files where state <> 'kept'`)).toEqual([])
  })

  test('a node that stops recounts no further sums; the next run does', async () => {
    await mine.store('Kept.csv', csv('22'))
    await portal.owner('update document_spaces set used_bytes = 77 where user_id = $1', [owner.id])
    await documentPurgeJob(deps()).run({}, { ...job, signal: AbortSignal.abort() })
    expect(await own.call(getUsedSpace, { params: me() })).toBe(77)
    await documentPurgeJob(deps()).run({}, job)
    expect(await own.call(getUsedSpace, { params: me() })).toBe(2)
  })

  test('is refused in an emulated session, as is sharing (decision E8)', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.emulation(admin, owner)
    expect((await own.send(trashDocument, { params: { docId: id } })).status).toBe(403)
    expect((await own.send(deleteFromSpace, { params: { ...me(), docId: id } })).status).toBe(403)
    expect((await share(id, [colleague.id])).status).toBe(403)
    expect(await mine.list()).toHaveLength(1)
  })
})

describe('what a killed node leaves (R08, R09)', () => {
  /** An upload at the moment of the kill: reserved, and written under this name. */
  async function interrupted(fileName: (id: string) => string): Promise<string> {
    const id = randomUUID()
    await portal.owner(
      `insert into stored_files (id, owner_id, bytes, given_up_at) values ($1, $2, 5, clock_now() + interval '15 minutes')`,
      [id, owner.id],
    )
    await portal.owner(
      `insert into document_spaces as known (user_id, used_bytes) values ($1, 5)
       on conflict (user_id) do update set used_bytes = known.used_bytes + 5`,
      [owner.id],
    )
    const folder = path.join(portal.dataDir, 'files', id.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, fileName(id)), 'bytes')
    return id
  }

  test('is removed after a period of silence, and its space released', async () => {
    const kept = await mine.store('Kept.csv', csv('1'))
    const halves = [await interrupted((id) => `${id}.part`), await interrupted((id) => id)]
    await documentSweepJob(deps()).run({}, job)
    expect(await own.call(getUsedSpace, { params: me() })).toBe(11)
    await portal.owner(`update stored_files set given_up_at = clock_now() - interval '1 minute' where id = any($1)`, [
      halves,
    ])
    await documentSweepJob(deps()).run({}, job)
    expect(await own.call(getUsedSpace, { params: me() })).toBe(1)
    expect((await filesOf(portal)).filter((file) => halves.some((id) => file.startsWith(id)))).toEqual([])
    expect(await bytes(await mine.download(kept))).toBe('1')
  })
})

describe('overwriting (DOCS-003, DOCS-057, decision J5)', () => {
  test('keeps five versions, each of which can be read and restored', async () => {
    const id = await mine.store('Plan.csv', csv('1'))
    for (const text of ['2', '3', '4', '5', '6']) await mine.overwrite(id, 'plan.csv', csv(text))
    const versions = async () =>
      (await own.call(listDocumentVersions, { params: { ...me(), docId: id } })).map(({ versionNbr }) => versionNbr)
    expect(await versions()).toEqual([6, 5, 4, 3, 2])
    expect(await own.call(getUsedSpace, { params: me() })).toBe(5)
    expect(await bytes(await mine.download(id, { version: 2 }))).toBe('2')
    expect((await mine.download(id, { version: 1 })).status).toBe(404)
    await own.call(restoreVersion, { params: { ...me(), docId: id }, body: { versionNbr: 2 } })
    expect(await bytes(await mine.download(id))).toBe('2')
    expect(await versions()).toEqual([7, 6, 5, 4, 3])
  })

  test.each([
    ['one', [5]],
    ['three', [5, 4, 3]],
  ])('keeps the newest five after %s of them were restored, whatever their numbers', async (_many, restored) => {
    const id = await mine.store('Plan.csv', csv('1'))
    for (const text of ['2', '3', '4', '5', '6']) await mine.overwrite(id, 'Plan.csv', csv(text))
    const versions = async () =>
      (await own.call(listDocumentVersions, { params: { ...me(), docId: id } })).map(({ versionNbr }) => versionNbr)
    for (const versionNbr of restored)
      await own.call(restoreVersion, { params: { ...me(), docId: id }, body: { versionNbr } })
    const before = await versions()
    await mine.overwrite(id, 'Plan.csv', csv('new'))
    expect(await versions()).toEqual([(before[0] ?? 0) + 1, ...before.slice(0, 4)])
  })

  test('with another type, or of another user’s document, leaves the old one (S33)', async () => {
    const id = await mine.store('Plan.pdf', pdf('1'))
    expect((await mine.overwrite(id, 'Plan.pdf', csv('<html>'))).status).toBe(422)
    expect((await mine.overwrite(id, 'Plan.csv', csv('1'))).status).toBe(422)
    expect((await documentsOf(theirs).overwrite(id, 'Plan.pdf', pdf('2'))).status).toBe(404)
    expect(await bytes(await mine.download(id))).toBe(pdf('1').toString())
  })
})

describe('a download (DOCS-058, S55, decision J8)', () => {
  test('is an attachment of its type in a sandbox', async () => {
    const id = await mine.store('Plan 1.csv', csv('a\n<html><script>alert(1)</script>'))
    const { headers } = await mine.download(id)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Plan 1.csv"; filename*=UTF-8''Plan%201.csv`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
    })
  })

  test.each([
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=0-0', 206, 'bytes 0-0/10', '0'],
    ['bytes=9-9', 206, 'bytes 9-9/10', '9'],
    ['bytes=9-', 206, 'bytes 9-9/10', '9'],
    ['bytes=-1', 206, 'bytes 9-9/10', '9'],
    ['bytes=-10', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=-0', 416, 'bytes */10', ''],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=5-99', 206, 'bytes 5-9/10', '56789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=4-2', 200, null, '0123456789'],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
    ['lines=1-2', 200, null, '0123456789'],
  ])('of the range %s', async (range, status, contentRange, text) => {
    const id = await mine.store('Ten.csv', csv('0123456789'))
    const answer = await mine.download(id, { range })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      status,
      contentRange,
      text,
    ])
  })
})

describe('the lists (DOCS-009..012, DOCS-048, DOCS-066, DOCS-067)', () => {
  const list = async (query: Parameters<typeof own.call<typeof listDocuments>>[1]['query']) =>
    (await own.call(listDocuments, { params: me(), query })).map(({ documentNm }) => documentNm)

  const asAddress = (name: string, query: string) =>
    own.request('GET', `/ccservices/secure/user/rest/db/mydocs/cpusers/${owner.id}/mydocuments/${name}?${query}`)

  test('are filtered by keyword and day, and sorted', async () => {
    for (const [name, size] of [
      ['b_1.csv', 3],
      ['A.csv', 2],
      ['c.csv', 1],
    ] as const)
      await mine.store(name, csv('x'.repeat(size)))
    await portal.owner(
      `update documents set stored_at = '2026-01-31T12:00:00Z' where owner_id = $1 and name = 'A.csv'`,
      [owner.id],
    )
    expect(await list({})).toEqual(['c.csv', 'b_1.csv', 'A.csv'])
    expect(await list({ sort: 'documentNm' })).toEqual(['A.csv', 'b_1.csv', 'c.csv'])
    expect(await list({ sort: 'documentSizeByteCnt', direction: 'desc' })).toEqual(['b_1.csv', 'A.csv', 'c.csv'])
    expect(await list({ keyword: 'B_' })).toEqual(['b_1.csv'])
    expect(await list({ keyword: '%' })).toEqual([])
    expect(await list({ fromDt: '2026-01-31', toDt: '2026-01-31' })).toEqual(['A.csv'])
  })

  test('are paged by 15, 30 or 60 with their exact number, and whole without a page size', async () => {
    for (let n = 1; n <= 17; n++) await mine.store(`${String(n).padStart(2, '0')}.csv`, csv('x'))
    const page = await own.send(listDocuments, { params: me(), query: { sort: 'documentNm', pageNo: 2, pageSize: 15 } })
    expect(page.headers.get('x-total-count')).toBe('17')
    expect(page.data).toMatchObject([{ documentNm: '16.csv' }, { documentNm: '17.csv' }])
    const beyond = await own.send(listDocuments, { params: me(), query: { pageNo: 9, pageSize: 15 } })
    expect([beyond.data, beyond.headers.get('x-total-count')]).toEqual([[], '17'])
    expect(await list({})).toHaveLength(17)
    for (const name of ['list', 'sharedlist'])
      expect(await asAddress(name, 'pageSize=2147483647')).toMatchObject({
        status: 400,
        data: [{ field: 'pageSize' }],
      })
  })

  test.each(['xx', '13/45/2020', '02/30/2026', '2026-01-31', '1/2/2026'])(
    'and sharing report a day such as %s as invalid (UIGN-022)',
    async (day) => {
      const message = 'That is not a valid date format'
      for (const field of ['fromDt', 'toDt'])
        expect(await asAddress('list', `${field}=${encodeURIComponent(day)}`)).toMatchObject({
          status: 400,
          data: [{ field, message }],
        })
      const sharing = await own.request('POST', shareDocument.path.replace('{uid}', String(owner.id)), {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ documentId: 1, sharedUserIdList: [colleague.id], expireDt: day }),
      })
      expect(sharing).toMatchObject({ status: 400, data: [{ field: 'expireDt', message }] })
    },
  )

  test('refuse a range of days that ends before it begins, at both of its days (UIGN-023)', async () => {
    const message = 'That is not a valid date range'
    for (const name of ['list', 'sharedlist'])
      expect(await asAddress(name, 'fromDt=02/01/2026&toDt=01/31/2026')).toMatchObject({
        status: 422,
        message,
        data: [
          { field: 'fromDt', message },
          { field: 'toDt', message },
        ],
      })
    expect((await asAddress('list', 'fromDt=01/31/2026&toDt=01/31/2026')).status).toBe(200)
    // An empty day counts as none (decision A4).
    expect((await asAddress('list', 'fromDt=&toDt=01/31/2026')).status).toBe(200)
  })
})
