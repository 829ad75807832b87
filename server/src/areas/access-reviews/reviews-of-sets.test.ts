import {
  decideReviewItems,
  exportReviewItems,
  listReviewItems,
  startAccessReview,
  undoReviewDecisions,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { listPermissionSetsOfUser, updatePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { sheetOf } from '../../../test/reports.ts'
import { newDirectory, personInGroup } from '../../../test/scim.ts'
import { run } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'

let portal: Portal
let staff: Browser
let sets: ReturnType<typeof permissionSets>
let client: number
let holder: MadeUser
let ledger: number
let entries: number
let mail: number
let setId: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
  sets = permissionSets(staff)
})
afterAll(() => portal.close())
beforeEach(async () => {
  client = await portal.make.client()
  holder = await portal.make.user({ client_id: client, first_name: 'Bea', last_name: 'Ivers' })
  ledger = await portal.make.system({ name: `Ledger ${++count}` })
  mail = await portal.make.system({ name: `Mail ${count}` })
  entries = await portal.make.page({ system_id: ledger, section_id: await portal.make.section() })
  setId = await sets.made({ setNm: `Clerk ${count}`, systemIds: [ledger, mail], pageIds: [entries] })
})

/** The items of a new review of the users of the client, by application. */
async function review(by = staff) {
  const { accessReviewId } = await staff.call(startAccessReview, {
    params: { uid: staff.userId },
    body: { employerId: client, dueDt: new Date(Date.now() + 10 * 86_400_000) },
  })
  const read = async () => {
    const rows = await by.call(listReviewItems, { params: { uid: by.userId, accessReviewId }, query: {} })
    return new Map(rows.map((row) => [row.systemNm.split(' ')[0], row]))
  }
  const end = async (name: string, setIds?: number[]) => {
    const itemIds = [(await read()).get(name)?.accessReviewItemId ?? 0]
    const params = { uid: by.userId, accessReviewId }
    return by.send(decideReviewItems, { params, body: { decisionCd: 'end', itemIds, ...(setIds && { setIds }) } })
  }
  return { accessReviewId, read, end }
}

const undoIdOf = ({ data }: { data: unknown }) => (data as { undoId: number }).undoId
const undo = (undoId: number, itemIds?: number[]) =>
  staff.send(undoReviewDecisions, { params: { uid: staff.userId }, body: { undoId, ...(itemIds && { itemIds }) } })

/** What the user has, each with whether it came by hand. */
const held = async (user: { id: number } = holder) =>
  (
    await portal.owner(
      `select system.name, not given.by_group as by_hand from user_system_grants given
         join systems system on system.id = given.system_id where given.user_id = $1 and given.valid_to is null
       union all
       select 'Page of ' || system.name, not given.by_group from user_page_grants given
         join pages page on page.id = given.page_id join systems system on system.id = page.system_id
        where given.user_id = $1 and given.valid_to is null order by 1`,
      [user.id],
    )
  ).map(({ name, by_hand: byHand }) => `${String(name).replace(` ${count}`, '')}: ${byHand ? 'hand' : 'set'}`)

const all = ['Ledger: set', 'Mail: set', 'Page of Ledger: set']
const setsOfHolder = async () =>
  (await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: holder.id } })).length

describe('access under review that comes by a permission set', () => {
  test('says so, beside what comes by hand, also in the record of the review', async () => {
    await portal.make.grant(holder, { systemId: mail })
    await sets.give(setId, holder)
    const { read, accessReviewId } = await review()
    const named = [{ setId, setNm: `Clerk ${count}`, versionNr: 1 }]
    expect((await read()).get('Ledger')).toMatchObject({ byHandFlg: false, permissionSets: named })
    expect((await read()).get('Mail')).toMatchObject({ byHandFlg: true, permissionSets: named })
    const { rows } = await sheetOf(
      staff,
      exportReviewItems,
      { format: 'xlsx' },
      { accessReviewId: String(accessReviewId) },
    )
    const source = rows[0]?.indexOf('Source') ?? -1
    expect(rows.slice(1).map((row) => row[source])).toEqual([
      `by set Clerk ${count} v1`,
      `by hand, by set Clerk ${count} v1`,
    ])
  })

  test('ends with the set alone: without it the decision is refused, and names it', async () => {
    await sets.give(setId, holder)
    const { read, end } = await review()
    const { status, message } = await end('Ledger')
    expect([status, message]).toEqual([422, expect.stringContaining(`comes by the permission set Clerk ${count}`)])
    expect(await held()).toEqual(all)
    expect((await read()).get('Ledger')?.itemStateCd).toBe('pending')
  })

  test('ends with the set, and all else that it gave; one call brings that back', async () => {
    await sets.give(setId, holder)
    const { read, end, accessReviewId } = await review()
    const ended = await end('Ledger', [setId])
    expect(ended.status).toBe(200)
    expect(await held()).toEqual([])
    expect(await setsOfHolder()).toBe(0)
    expect((await read()).get('Ledger')?.itemStateCd).toBe('ended')
    // It was decided with it, by the same administrator, and comes back with it.
    expect(ended.message).toBe('2 grants ended.')
    const mailRow = (await read()).get('Mail')
    expect(mailRow).toMatchObject({ itemStateCd: 'ended', decidedByNm: (await read()).get('Ledger')?.decidedByNm })
    expect(mailRow?.permissionSets).toMatchObject([{ setId }])
    expect(mailRow?.undoId).toBe(undoIdOf(ended))
    // It names the access with which it ended; that one was decided by itself.
    expect(mailRow?.endedWithNm).toBe(`Ledger ${count}`)
    expect((await read()).get('Ledger')?.endedWithNm).toBeUndefined()
    const { rows } = await sheetOf(
      staff,
      exportReviewItems,
      { format: 'xlsx' },
      { accessReviewId: String(accessReviewId) },
    )
    const decision = rows[0]?.indexOf('Decision') ?? -1
    expect(rows.slice(1).map((row) => row[decision])).toEqual(['Access ended', `Access ended with Ledger ${count}`])
    const events = await portal.owner(
      `select event from audit_events where subject_user_id = $1
          and event in ('permission_set_taken', 'access_review_decided') order by id`,
      [holder.id],
    )
    expect(events.map(({ event }) => event)).toEqual([
      'permission_set_taken',
      'access_review_decided',
      'access_review_decided',
    ])
    expect((await undo(undoIdOf(ended))).status).toBe(200)
    expect(await held()).toEqual(all)
    expect(await setsOfHolder()).toBe(1)
    const again = [...(await read()).values()]
    expect(again.map(({ itemStateCd, endedWithNm }) => [itemStateCd, endedWithNm])).toEqual([
      ['pending', undefined],
      ['pending', undefined],
    ])
  })

  test.each([
    ['of what ended along', ['Mail']],
    ['of both', ['Ledger', 'Mail']],
  ])('is taken back whole from the row %s', async (_of, names) => {
    await sets.give(setId, holder)
    const { read, end } = await review()
    const undoId = undoIdOf(await end('Ledger', [setId]))
    const rows = await read()
    const idOf = (name: string) => rows.get(name)?.accessReviewItemId ?? 0
    // An item that the offer does not have is refused, and nothing comes back.
    expect((await undo(undoId, [idOf('Mail'), 1_000_000])).status).toBe(409)
    expect(await held()).toEqual([])
    expect((await undo(undoId, names.map(idOf))).status).toBe(200)
    expect(await held()).toEqual(all)
    expect([...(await read()).values()].map(({ itemStateCd }) => itemStateCd)).toEqual(['pending', 'pending'])
  })

  test('stays in its place as ended where it ended along with other access', async () => {
    await sets.give(setId, holder)
    const { accessReviewId, end } = await review()
    const { decidedSinceDt } = (await end('Ledger', [setId])).data as { decidedSinceDt: Date }
    const kept = await staff.call(listReviewItems, {
      params: { uid: staff.userId, accessReviewId },
      query: { decidedSinceDt: new Date(decidedSinceDt) },
    })
    expect(kept.map(({ systemNm, itemStateCd }) => [systemNm, itemStateCd])).toEqual([
      [`Ledger ${count}`, 'ended'],
      [`Mail ${count}`, 'ended'],
    ])
  })

  test('asked for together with what ends along is done once for both', async () => {
    await sets.give(setId, holder)
    const { accessReviewId, read } = await review()
    const itemIds = [...(await read()).values()].map(({ accessReviewItemId }) => accessReviewItemId)
    const params = { uid: staff.userId, accessReviewId }
    const answer = await staff.send(decideReviewItems, {
      params,
      body: { decisionCd: 'end', itemIds, setIds: [setId] },
    })
    expect(answer.message).toBe('2 grants ended.')
    expect((answer.data as { results: { code: string }[] }).results.map(({ code }) => code)).toEqual(['200', '200'])
  })

  test('does not name the other access to who does not decide about it', async () => {
    const made = await portal.make.user({ client_id: client })
    await portal.make.adminPages(made, ['User Administration'])
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
    await portal.make.grant(made, { systemId: mail, isAdmin: true })
    await sets.give(setId, holder)
    const { accessReviewId, end } = await review()
    await end('Ledger', [setId])
    const reader = await openSession(portal, made)
    const rows = await reader.call(listReviewItems, { params: { uid: reader.userId, accessReviewId }, query: {} })
    const ofHolder = rows.filter(({ userId }) => userId === holder.id)
    expect(ofHolder.map(({ systemNm, itemStateCd, endedWithNm }) => [systemNm, itemStateCd, endedWithNm])).toEqual([
      [`Mail ${count}`, 'ended', undefined],
    ])
  })

  test('ends while something else of the user, which no set gives, is held by another decision', async () => {
    const other = await portal.make.system()
    await portal.make.grant(holder, { systemId: other })
    await sets.give(setId, holder)
    const { accessReviewId, end } = await review()
    await portal.database.requests.transact(everything, async (tx) => {
      await run(
        tx,
        sql`select from access_review_items where review_id = ${accessReviewId} and system_id = ${other} for update`,
      )
      expect((await end('Ledger', [setId])).message).toBe('2 grants ended.')
    })
  })

  test('stays open where it ends with no set, because it is given by hand, too', async () => {
    await portal.make.grant(holder, { systemId: mail })
    await sets.give(setId, holder)
    const { read, end } = await review()
    expect((await end('Ledger', [setId])).message).toBe('1 grant ended.')
    expect((await read()).get('Mail')?.itemStateCd).toBe('pending')
  })

  test('given by hand, too, ends in both ways, and comes back as it was', async () => {
    await portal.make.grant(holder, { systemId: ledger, pageId: entries })
    await sets.give(setId, holder)
    const { end } = await review()
    expect((await end('Ledger')).status).toBe(422)
    const ended = await end('Ledger', [setId])
    expect(await held()).toEqual([])
    await undo(undoIdOf(ended))
    expect(await held()).toEqual(['Ledger: hand', 'Mail: set', 'Page of Ledger: hand'])
  })

  test('takes a page that came by hand with the application, and gives it back', async () => {
    const more = await portal.make.page({ system_id: ledger, section_id: await portal.make.section() })
    await sets.give(setId, holder)
    await portal.owner('insert into user_page_grants (user_id, page_id) values ($1, $2)', [holder.id, more])
    const before = await held()
    expect(before).toContain('Page of Ledger: hand')
    const { end } = await review()
    const ended = await end('Ledger', [setId])
    expect(await held()).toEqual([])
    await undo(undoIdOf(ended))
    expect(await held()).toEqual(before)
  })

  test('ends by the rights of the reviewer: who administers only a part of the set is refused', async () => {
    const made = await portal.make.user({ client_id: client })
    await portal.make.adminPages(made, ['User Administration'])
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
    await portal.make.grant(made, { systemId: ledger, isAdmin: true, pageId: entries })
    await sets.give(setId, holder)
    const { end } = await review(await openSession(portal, made))
    const { status, message } = await end('Ledger', [setId])
    expect([status, message]).toEqual([422, expect.stringContaining(`Mail ${count}`)])
    expect(await held()).toEqual(all)
  })

  test('that a group of the directory gives is not ended here', async () => {
    const directory = await newDirectory(portal, client)
    await personInGroup(staff, portal, directory, 'fin-all', { setIds: [setId] })
    const { read, end } = await review()
    expect((await read()).get('Ledger')).toMatchObject({ byHandFlg: false, groupNms: ['fin-all'] })
    const { status, message } = await end('Ledger', [setId])
    expect([status, message]).toEqual([422, expect.stringContaining('directory group fin-all')])
  })

  test('comes back with the set until when the user had it, and not after that', async () => {
    const endDt = new Date(Date.now() + 86_400_000)
    await sets.giveUntil(setId, endDt, holder)
    const { end } = await review()
    const ended = await end('Ledger', [setId])
    expect((await undo(undoIdOf(ended))).status).toBe(200)
    const held = await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: holder.id } })
    expect(held).toMatchObject([{ setId, endDt }])
    const again = await end('Ledger', [setId])
    await portal.owner(
      `update undo_offers set snapshot = replace(snapshot::text, $2, '2020-01-01T00:00:00.000Z')::jsonb where id = $1`,
      [undoIdOf(again), endDt.toISOString()],
    )
    expect((await undo(undoIdOf(again))).status).toBe(200)
    expect(await setsOfHolder()).toBe(0)
  })

  test('does not come back where the set has changed since, or was given again', async () => {
    await sets.give(setId, holder)
    const first = await (await review()).end('Ledger', [setId])
    await sets.give(setId, holder)
    expect((await undo(undoIdOf(first))).status).toBe(409)
    await portal.owner('delete from access_review_items')
    await portal.owner('delete from access_reviews')
    const second = await (await review()).end('Ledger', [setId])
    await staff.call(updatePermissionSet, {
      params: { uid: staff.userId, setId },
      body: { setNm: `Clerk ${count}`, descriptionTxt: 'Changed', systemIds: [ledger], pageIds: [], versionNr: 1 },
    })
    expect((await undo(undoIdOf(second))).status).toBe(409)
    expect(await held()).toEqual([])
  })
})
