import { type AdminPage, adminPages } from '@portico/contract/kit/guard.ts'
import {
  listManagedObjects,
  type ManagedKind,
  managedKinds,
} from '@portico/contract/managed-objects/managed-objects.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** A signed-in administrator with this page alone. */
async function holderOf(page: AdminPage, isInternal: boolean): Promise<Browser> {
  const user = await portal.make.user({ is_internal: isInternal })
  await portal.make.adminPages(user, [page])
  return openSession(portal, user)
}

/** The kinds whose marks an administrator may read. */
async function readable(browser: Browser): Promise<ManagedKind[]> {
  const kinds: ManagedKind[] = []
  for (const kindCd of managedKinds) {
    const answer = await browser.send(listManagedObjects, {
      params: { uid: browser.userId, kindCd },
      query: { ids: ['1'] },
    })
    expect([200, 403]).toContain(answer.status)
    if (answer.status === 200) kinds.push(kindCd)
  }
  return kinds.toSorted()
}

const withClients: readonly ManagedKind[] = ['brands', 'clients']
const withUsers: readonly ManagedKind[] = ['directoryAttributes', 'directoryGroups', 'permissionSets']
const withCatalog: readonly ManagedKind[] = ['applications', 'sections', 'systems']
/** What only screens of other pages list. */
const elsewhere: readonly ManagedKind[] = ['applications', 'clients', 'sections', ...withUsers]
const ofStaff: Readonly<Partial<Record<AdminPage, readonly ManagedKind[]>>> = {
  'Client Settings': withClients,
  'User Administration': withUsers,
  'Application Settings': withCatalog,
  // The default brand is set there, and single sign-on of systems.
  'Database Maintenance': managedKinds.filter((kind) => !elsewhere.includes(kind)).toSorted(),
}
const ofClients: typeof ofStaff = { 'Client Settings': withClients, 'User Administration': withUsers }

test.each(adminPages)(
  'who has the page %s alone reads what files manage of its lists, and of no others',
  async (page) => {
    expect(await readable(await holderOf(page, true))).toEqual(ofStaff[page] ?? [])
    expect(await readable(await holderOf(page, false))).toEqual(ofClients[page] ?? [])
  },
)
