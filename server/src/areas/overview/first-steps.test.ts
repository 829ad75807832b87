import { type AdminPage, adminPages } from '@portico/contract/kit/guard.ts'
import { getOverview } from '@portico/contract/overview/overview.ts'
import { saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let root: Browser
let rootUser: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  rootUser = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(rootUser, adminPages)
  root = await openSession(portal, rootUser)
})
afterAll(() => portal.close())

const steps = async (browser = root): Promise<Record<string, boolean>> =>
  Object.fromEntries(
    (await browser.call(getOverview, { params: { uid: browser.userId } })).firstSteps.map(({ stepCd, doneFlg }) => [
      stepCd,
      doneFlg,
    ]),
  )

test('of a fresh installation are all open, and each checks itself off', async () => {
  const open = {
    mail: false,
    secondFactor: false,
    client: false,
    application: false,
    user: false,
    brand: false,
    backup: false,
  }
  expect(await steps()).toEqual(open)

  await portal.owner(`insert into second_factor_enrollments (user_id, provider) values ($1, 'duo')`, [rootUser.id])
  expect(await steps()).toEqual({ ...open, secondFactor: true })
  const unprotected = await portal.make.user({ is_internal: true, client_id: rootUser.clientId })
  await portal.make.adminPages(unprotected, ['Audit Trail'])
  expect(await steps()).toEqual({ ...open, user: true })
  await portal.owner('update users set status = 2 where id = $1', [unprotected.id])
  expect(await steps()).toEqual({ ...open, user: true, secondFactor: true })
  await portal.owner('update users set status = 1 where id = $1', [unprotected.id])
  expect(await steps()).toEqual({ ...open, user: true })
  await portal.owner('update users set second_factor_required = true where id = $1', [unprotected.id])
  expect(await steps()).toEqual({ ...open, user: true, secondFactor: true })

  await portal.make.client()
  await portal.make.system()
  await portal.owner('insert into branding_versions (tile_color) values (null)')
  await portal.owner(
    `insert into audit_events (event, target_kind, target_id) values ('backup_written', 'backup', '2026-11-28')`,
  )
  expect(await steps()).toEqual({
    mail: false,
    secondFactor: true,
    client: true,
    application: true,
    user: true,
    brand: true,
    backup: true,
  })
})

test('are gone for the administrator who hides them, and for nobody else', async () => {
  const other = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(other, adminPages)
  const theirs = await openSession(portal, other)
  const params = { uid: root.userId, listNm: 'overview' } as const
  await root.call(saveListPreferences, { params, body: { hiddenColumns: ['firstSteps'] } })
  expect(await steps()).toEqual({})
  expect(Object.keys(await steps(theirs))).toHaveLength(7)
  await root.call(saveListPreferences, { params, body: { hiddenColumns: [] } })
  expect(Object.keys(await steps())).toHaveLength(7)
})

const stepsOfPages: Partial<Record<AdminPage, string[]>> = {
  'Client Settings': ['client'],
  'Application Settings': ['application'],
  'User Administration': ['user'],
  'Database Maintenance': ['application', 'brand'],
}

test.each(adminPages)('are only those that an administrator with %s may take', async (page) => {
  const some = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(some, [page])
  const own = stepsOfPages[page] ?? []
  expect(new Set(Object.keys(await steps(await openSession(portal, some))))).toEqual(
    new Set(['mail', 'secondFactor', 'backup', ...own]),
  )
})

test('are not asked of administrators of one client', async () => {
  const external = await portal.make.user()
  await portal.make.adminPages(external, adminPages)
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [external.id])
  expect(await steps(await openSession(portal, external))).toEqual({})
})
