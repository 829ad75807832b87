import { listRequestableApplications } from '@portico/contract/access-requests/access-requests.ts'
import { listNotificationTypes, listOwnNotificationTypes } from '@portico/contract/account/account.ts'
import { announcementValueTypes, listAnnouncementValues } from '@portico/contract/announcements/announcement-admin.ts'
import { getApplication, listSubLinks } from '@portico/contract/catalog/catalog.ts'
import { listContacts } from '@portico/contract/contact/contact.ts'
import { getPasswordRules, getSecurityQuestions } from '@portico/contract/password/password.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import type { MadeUser } from '../make.ts'
import { type Portal, startPortal } from '../portal.ts'
import { openSession } from './people.ts'

let portal: Portal
let admin: Browser
/** Of a client with representatives. */
let user: MadeUser
let own: Browser
let page: number
beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  const root = await make.user({ is_internal: true })
  await make.adminPages(root, ['User Administration', 'Application Settings', 'System Announcements'])
  user = await make.user()
  page = await make.page({
    system_id: await make.system(),
    section_id: await make.section(),
    is_requestable: true,
  })
  for (const name of ['Loads', 'Ports', 'Routes'])
    await portal.owner(
      'insert into page_search_items (page_id, name, description, display_order) values ($1, $2, $2, 0)',
      [page, name],
    )
  for (const role of ['Sales', 'Service', 'Support'])
    await portal.owner('insert into client_representatives (client_id, user_id, role) values ($1, $2, $3)', [
      user.clientId,
      (await make.user({ is_internal: true })).id,
      role,
    ])
  await portal.owner('insert into user_notification_types select $1, id from notification_types', [user.id])
  // An order that neither ids nor names have.
  for (const { table } of await orderedTables())
    await portal.owner(`update ${String(table)} set display_order = case id % 3 when 2 then 0 when 0 then 1 else 2 end`)
  admin = await openSession(portal, root)
  own = await openSession(portal, user)
})
afterAll(() => portal.close())

const orderedTables = () =>
  portal.owner(
    `select quote_ident(columns.table_name) as table from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'display_order' and table_type = 'BASE TABLE' order by 1`,
  )
const onPage = () => ({ params: { uid: admin.userId, appId: page } })
const mine = () => ({ params: { uid: user.id } })
const inOrder = async (table: string, what = 'id', where = 'true') =>
  (await portal.owner(`select ${what} as it from ${table} one where ${where} order by display_order, id`)).map(
    ({ it }) => it,
  )

/** What each list has, and what the table has in its order; null: a table whose order is in no list. */
const lists: Readonly<Record<string, null | (() => Promise<[listed: unknown[], stored: unknown[]]>)[]>> = {
  // Applications are listed by their names. No statement reads or writes the column any more. The view held_admin_pages
  // (baseline/07-permissions.sql) still selects it: a contract step a release later replaces that, then drops the column.
  pages: null,
  security_questions: [
    async () => [
      (await own.call(getSecurityQuestions, {})).map((one) => one.securityQuestionId),
      await inOrder('security_questions'),
    ],
  ],
  notification_types: [
    async () => [
      (await own.call(listNotificationTypes, {})).map((one) => one.notificationTypeId),
      await inOrder('notification_types'),
    ],
    async () => [
      (await own.call(listOwnNotificationTypes, mine())).map((one) => one.notificationTypeId),
      await inOrder('notification_types'),
    ],
    async () => [
      (
        await admin.call(getUserDetail, { params: { uid: admin.userId, userId: user.id } })
      ).cpUser.notificationTypes.map((one) => one.notificationTypeId),
      await inOrder('notification_types'),
    ],
  ],
  password_rules: [
    async () => [
      (await own.call(getPasswordRules, {})).map((one) => one.phraseCompRuleId),
      await inOrder('password_rules'),
    ],
  ],
  classification_values: announcementValueTypes.map((typeName) => async () => [
    (await admin.call(listAnnouncementValues, { params: { uid: admin.userId, typeName } })).map(
      (one) => one.clsVldValId,
    ),
    await inOrder(
      'classification_values',
      'id',
      `type_id = (select id from classification_types where code = '${typeName}') and code is not null`,
    ),
  ]),
  client_representatives: [
    async () => [
      (await own.call(listContacts, mine())).map((one) => one.roleTxt),
      await inOrder('client_representatives', 'role', `client_id = ${user.clientId}`),
    ],
  ],
  page_search_items: [
    async () => [
      (await admin.call(getApplication, onPage())).applicationSubLinks.map((one) => one.sublinkNm),
      await inOrder('page_search_items', 'name', `page_id = ${page}`),
    ],
    async () => [
      (await admin.call(listSubLinks, onPage())).map((one) => one.sublinkNm),
      await inOrder('page_search_items', 'name', `page_id = ${page}`),
    ],
    async () => [
      (await own.call(listRequestableApplications, mine())).flatMap(({ applicationSubLinks }) =>
        applicationSubLinks.map((one) => one.sublinkNm),
      ),
      await inOrder('page_search_items', 'name', `page_id = ${page}`),
    ],
  ],
}

test('every table with an order of its own is here', async () => {
  expect((await orderedTables()).map(({ table }) => table)).toEqual(Object.keys(lists).toSorted())
})

test.each(Object.entries(lists).flatMap(([table, calls]) => (calls ?? []).map((read, at) => ({ table, at, read }))))(
  'list $at of $table stands in the order that administrators gave it',
  async ({ read }) => {
    const [listed, stored] = await read()
    expect(stored.length).toBeGreaterThan(1)
    expect(listed).toEqual(stored)
  },
)
