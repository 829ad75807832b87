import { getUserCustomers, updateUserCustomers } from '@portico/contract/customers/user-customers.ts'
import { createPermissionSet, updatePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import {
  addCustomer,
  inDays,
  makeSetCustomers,
  makeSetWorld,
  moveClockTo,
  permissionSets,
} from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { closeEndedGrantsJob } from '../grants/close-ended-grants.job.ts'
import { grantNoticesJob } from '../grants/grant-notices.job.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let sets: ReturnType<typeof permissionSets>
let client: number
let billing: number
let person: MadeUser
/** Below `harbor`. */
let pier: number
let harbor: number
let wharf: number
let clerk: number
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  staff = await openSession(portal, root)
  sets = permissionSets(staff)
  ;({ client, person, billing } = await makeSetWorld(portal, ++count))
  ;({ harbor, pier, wharf } = await makeSetCustomers(portal, count))
  clerk = await made('Clerk', harbor)
})

const bodyOf = (name: string, customerIds: number[]) => ({
  setNm: `${name} ${count}`,
  descriptionTxt: '',
  systemIds: [billing],
  pageIds: [],
  customerIds,
})
const made = async (name: string, ...customerIds: number[]) =>
  (
    await staff.call(createPermissionSet, {
      params: { uid: staff.userId },
      body: { ...bodyOf(name, customerIds), clientId: client },
    })
  ).setId

const closeEnded = () => closeEndedGrantsJob({ db: portal.database.jobs }).run({}, jobContext())
const at = (moment: Date, seconds: number) => moveClockTo(portal, moment, seconds)

/** The customers of the user by the first word of their names, with their ends. */
const held = async () =>
  (
    await portal.owner(
      `select customer.name, held.ends_at, given.by_group
         from current_customer_grants held join user_customer_grants given on given.id = held.id
         join customers customer on customer.id = held.customer_id where held.user_id = $1 order by customer.name`,
      [person.id],
    )
  ).map(({ name, ends_at: endsAt, by_group: bySet }) => [
    String(name).split(' ')[0],
    endsAt,
    ...(bySet === true ? [] : ['by hand']),
  ])
const facilities = async () =>
  (await portal.owner('select facility_code from current_facility_grants where user_id = $1', [person.id])).map(
    (row) => row['facility_code'],
  )
const events = (event: string) =>
  portal.owner('select before, after from audit_events where event = $1 and subject_user_id = $2 order by id', [
    event,
    person.id,
  ])
const screen = async () =>
  (await staff.call(getUserCustomers, { params: { uid: staff.userId, userId: person.id } })).userCustomers.map(
    ({ customerId, endDt }) => [customerId, endDt],
  )
const assign = (...customers: { customerId: number; endDt?: Date }[]) =>
  staff.send(updateUserCustomers, {
    params: { uid: staff.userId, userId: person.id },
    body: { userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: false }], userCustomers: customers },
  })

describe('customers of a set that I give until a day', () => {
  test('count until exactly then, whenever the job runs, which records their end without an actor', async () => {
    const end = inDays(30)
    await sets.giveUntil(clerk, end, person)
    expect([await held(), await screen(), await facilities()]).toEqual([[['Harbor', end]], [[harbor, end]], ['EDH']])
    const [given] = (await events('user_permissions_changed')).map(({ after }) => after as Record<string, string>)
    expect(given?.[`EDH / Harbor ${count}`]).toMatch(/^Assigned, until .*, by set Clerk/)
    await at(end, -60)
    await closeEnded()
    expect(await held()).toEqual([['Harbor', end]])
    await at(end, 60)
    // The session of before has ended by now.
    staff = await openSession(portal, root)
    expect([await held(), await screen()]).toEqual([[], []])
    await closeEnded()
    expect([await held(), await facilities()]).toEqual([[], []])
    const rows = await portal.owner('select valid_to, closed_by from user_customer_grants where user_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([{ valid_to: end, closed_by: null }])
    const ended = (await events('grants_ended')).flatMap(({ before }) => Object.keys(before as object))
    expect(ended).toContain(`EDH / Harbor ${count}`)
  })

  test('last as long as one of my sets gives them, and end earlier where that one is taken', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    const reader = await made('Reader', harbor)
    await sets.giveUntil(clerk, soon, person)
    await sets.giveUntil(reader, late, person)
    expect(await held()).toEqual([['Harbor', late]])
    await sets.take(reader, person)
    expect(await held()).toEqual([['Harbor', soon]])
    await sets.give(reader, person)
    expect(await held()).toEqual([['Harbor', null]])
    await at(soon, 60)
    await closeEnded()
    expect(await held()).toEqual([['Harbor', null]])
  })

  test('follow the end when I move it, and the facility stays', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    for (const end of [late, soon, null, late]) {
      await sets.giveUntil(clerk, end, person)
      expect([await held(), await facilities()]).toEqual([[['Harbor', end]], ['EDH']])
    }
  })

  test('are given again at once where the end is over and not recorded yet', async () => {
    const later = inDays(5)
    await sets.giveUntil(clerk, inDays(1), person)
    for (const table of ['permission_set_holders', 'user_customer_grants', 'user_system_grants'])
      await portal.owner(
        `update ${table} set valid_from = now() - interval '2 days', ends_at = now() - interval '1 day' where user_id = $1`,
        [person.id],
      )
    expect(await held()).toEqual([])
    await sets.giveUntil(clerk, later, person)
    expect(await held()).toEqual([['Harbor', later]])
  })

  test('follow a set that is changed, and an end that no request has followed, by the job', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    await sets.giveUntil(clerk, soon, person)
    await staff.call(updatePermissionSet, {
      params: { uid: staff.userId, setId: clerk },
      body: { ...bodyOf('Clerk', [harbor, wharf]), versionNr: 1 },
    })
    expect(await held()).toEqual([
      ['Harbor', soon],
      ['Wharf', soon],
    ])
    for (const end of [late, null, soon]) {
      await portal.owner('update permission_set_holders set ends_at = $2 where user_id = $1', [person.id, end])
      await closeEnded()
      expect(await held()).toEqual([
        ['Harbor', end],
        ['Wharf', end],
      ])
    }
  })

  test('last no longer by a set whose giver may not give them any more', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    const reader = await made('Reader')
    await sets.giveUntil(clerk, soon, person)
    await sets.giveUntil(reader, late, person)
    const gone = await portal.make.user({ is_internal: true, status: 2 })
    await portal.owner('insert into permission_set_customers (set_id, customer_id, granted_by) values ($1, $2, $3)', [
      reader,
      harbor,
      gone.id,
    ])
    await closeEnded()
    expect(await held()).toEqual([['Harbor', soon]])
  })

  test('leave a customer below them that another set gives for longer', async () => {
    const soon = inDays(10)
    await sets.giveUntil(clerk, soon, person)
    await sets.give(await made('Reader', pier), person)
    expect(await held()).toEqual([
      ['Harbor', soon],
      ['Pier', null],
    ])
    await at(soon, 60)
    expect(await held()).toEqual([['Pier', null]])
    await closeEnded()
    expect([await held(), await facilities()]).toEqual([[['Pier', null]], ['EDH']])
  })

  test('are named together in one row of the email before, and one by hand in a row of its own', async () => {
    const end = inDays(10)
    const given = [
      harbor,
      wharf,
      await addCustomer(portal, `Quay ${count}`),
      await addCustomer(portal, `Slip ${count}`),
    ]
    await sets.giveUntil(await made('Several', ...given), end, person)
    const all = [...given, await addCustomer(portal, `Berth ${count}`)].map((customerId) => ({
      customerId,
      endDt: end,
    }))
    expect((await assign(...all)).status).toBe(200)
    await portal.owner(`update user_customer_grants set valid_from = now() - interval '20 days' where user_id = $1`, [
      person.id,
    ])
    await grantNoticesJob({ db: portal.database.jobs, timeZone: portal.config.businessTimeZone }).run({}, jobContext())
    const found = await readMailbox(portal.database.requests, createMailComposer(portal.config))
    const own = found.find(({ to }) => to.startsWith(person.userName))?.mail?.text ?? ''
    expect(own.match(/EDH [^:]*/g)?.toSorted()).toEqual([
      `EDH / Berth ${count}`,
      `EDH / Harbor ${count}, Quay ${count}, Slip ${count}, …`,
    ])
    expect(
      await portal.owner(
        `select count(*)::int from grant_end_notices noticed join user_customer_grants held
             on noticed.kind = 'customer' and held.id = noticed.grant_id where held.user_id = $1`,
        [person.id],
      ),
    ).toEqual([{ count: 2 }])
  })

  test('are by hand once I let them last longer by hand, and may not be ended earlier by hand', async () => {
    const [end, later] = [inDays(10), inDays(20)]
    await sets.giveUntil(clerk, end, person)
    for (const refused of [await assign({ customerId: harbor, endDt: inDays(5) }), await assign({ customerId: wharf })])
      expect([refused.status, refused.text.includes(`Clerk ${count}`)]).toEqual([422, true])
    expect(await held()).toEqual([['Harbor', end]])
    expect((await assign({ customerId: harbor, endDt: end }, { customerId: wharf })).status).toBe(200)
    expect(await held()).toEqual([
      ['Harbor', end],
      ['Wharf', null, 'by hand'],
    ])
    expect((await assign({ customerId: harbor, endDt: later })).status).toBe(200)
    expect(await held()).toEqual([['Harbor', later, 'by hand']])
    await at(end, 60)
    await closeEnded()
    expect(await held()).toEqual([['Harbor', later, 'by hand']])
  })
})
