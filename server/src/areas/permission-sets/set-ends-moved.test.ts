import { givePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { inDays, makeSetWorld, permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { closeEndedGrantsJob } from '../grants/close-ended-grants.job.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let sets: ReturnType<typeof permissionSets>
let client: number
let billing: number
let invoices: number
let person: MadeUser
let clerk: number
let count = 0

const [soon, middle, late] = [inDays(10), inDays(20), inDays(30)]

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
  sets = permissionSets(staff)
})
afterAll(() => portal.close())
beforeEach(async () => {
  ;({ client, person, billing, invoices } = await makeSetWorld(portal, ++count))
  clerk = await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing], pageIds: [invoices] })
})

const closeEnded = () => closeEndedGrantsJob({ db: portal.database.jobs }).run({}, jobContext())

/** When what sources gave a user ends: the application, then the page, each with who gave it. */
const held = async ({ id }: { id: number } = person) =>
  (
    await portal.owner(
      `select 1 as place, given.ends_at, given.granted_by from user_system_grants given
        where given.user_id = $1 and given.by_group and given.valid_to is null
        union all
       select 2, given.ends_at, given.granted_by from user_page_grants given
        where given.user_id = $1 and given.by_group and given.valid_to is null order by 1`,
      [id],
    )
  ).map(({ ends_at: endsAt, granted_by: by }) => [endsAt, by === root.id ? 'root' : by])

/** As where the user who put this into a set may not give it any more. */
async function stop(setId: number) {
  const gone = await portal.make.user({ is_internal: true, status: 2 })
  await portal.owner('update permission_set_items set granted_by = $2 where set_id = $1', [setId, gone.id])
}

describe('what a set gave, whose giver may not give it any more', () => {
  test('ends with the set where I end it earlier, and stays given by who gave it', async () => {
    await sets.give(clerk, person)
    await stop(clerk)
    expect((await sets.giveUntil(clerk, late, person)).code).toBe('200')
    expect(await held()).toEqual([
      [late, 'root'],
      [late, 'root'],
    ])
    const [record] = await portal.owner(
      `select before, after from audit_events where event = 'user_permissions_changed' and subject_user_id = $1
        order by id desc limit 1`,
      [person.id],
    )
    expect(record).toMatchObject({
      before: { [`Billing ${count}`]: `Assigned, by set Clerk ${count} v1` },
      after: { [`Billing ${count}`]: `Assigned, until ${late.toISOString()}, by set Clerk ${count} v1` },
    })
  })

  test('ends with the set where a job finds it', async () => {
    await sets.give(clerk, person)
    await stop(clerk)
    await portal.owner('update permission_set_holders set ends_at = $2 where set_id = $1', [clerk, soon])
    await closeEnded()
    expect(await held()).toEqual([
      [soon, 'root'],
      [soon, 'root'],
    ])
  })

  test('lasts as long as the longest of the sets that are left', async () => {
    const reader = await sets.made({ setNm: `Reader ${count}`, systemIds: [billing] })
    const guest = await sets.made({ setNm: `Guest ${count}`, systemIds: [billing] })
    await sets.giveUntil(reader, soon, person)
    await sets.giveUntil(clerk, middle, person)
    await sets.giveUntil(guest, late, person)
    await stop(clerk)
    await sets.take(guest, person)
    expect(await held()).toEqual([
      [middle, 'root'],
      [middle, 'root'],
    ])
  })
})

test('A set that I give to several users at once never ends earlier for who has it for longer', async () => {
  const other = await portal.make.user({ client_id: client })
  await sets.give(clerk, person)
  const { data } = await sets.giveUntil(clerk, soon, person, other)
  expect(data).toMatchObject({
    changedCnt: 1,
    leftOut: [{ userId: person.id, reasonTxt: 'They have the permission set already.' }],
  })
  expect([await held(), await held(other)].map(([first]) => first?.[0])).toEqual([null, soon])
})

test('An end is moved back only where it is still the one that I moved it to', async () => {
  const back = (expectedEndDt: Date | null) =>
    staff.send(givePermissionSet, {
      params: { uid: staff.userId, setId: clerk },
      body: { userIds: [person.id], endDt: soon, expectedEndDt },
    })
  const message = 'The end of the permission set has changed since then. Nothing was changed.'
  await sets.giveUntil(clerk, middle, person)
  await sets.giveUntil(clerk, late, person)
  const moved = await back(middle)
  expect([moved.status, moved.message, (await held())[0]?.[0]]).toEqual([422, message, late])
  await sets.take(clerk, person)
  const taken = await back(late)
  expect([taken.status, taken.message, await held()]).toEqual([422, message, []])
  expect((await back(null)).status).toBe(422)
  await sets.give(clerk, person)
  expect((await back(null)).status).toBe(200)
  expect((await held())[0]?.[0]).toEqual(soon)
})
