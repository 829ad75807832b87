import { type AdminPage, adminPages } from '@portico/contract/kit/guard.ts'
import type { QueuedReport } from '@portico/contract/reports/reports.ts'
import type { Tx } from '../../db/database.ts'
import { everything, type Scope } from '../../db/scope.ts'
import type { Authority } from '../../http/caller.ts'
import { readChoices } from './report-choices.ts'
import type { ResolvedCriteria } from './report-criteria.ts'
import type { StoredReport } from './report-store.ts'
import { runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text } from '../../db/statement.ts'

/** The page of the portal's own system without which nobody asks for a report, or reads it (decision E5). */
const pageOfReport: Readonly<Record<QueuedReport, AdminPage>> = {
  'pci-user': 'PCI User Report',
  'user-access': 'User Access Report',
}

/** Who asked for a report, as they are now. */
interface ReportReader {
  readonly clientId: number
  readonly isInternal: boolean
  readonly adminPages: readonly AdminPage[]
}

/** Whether the owner of a report may still read it: with its page, and with the scope that it has (decision E4). */
const mayReadReport = (
  { clientId, isInternal, adminPages }: ReportReader,
  { kind, aboutClientId }: { kind: QueuedReport; aboutClientId: number | null },
): boolean =>
  adminPages.includes(pageOfReport[kind]) && (isInternal || (aboutClientId !== null && aboutClientId === clientId))

const ownerNow = statement([int], {
  name: 'reports: owner now',
  text: `
  select u.client_id as "clientId", u.is_internal as "isInternal", held.is_portal_admin as "isPortalAdmin",
         held.admin_system_ids as "adminSystemIds", held.page_ids as "pageIds", held.may_sign_on_as as "maySignOnAs",
         held.is_us_associate as "isUsAssociate",
         array(select page.page_name from held_admin_pages page where page.user_id = u.id) as pages
    from users u join user_authorities held on held.user_id = u.id join clients c on c.id = u.client_id
   where u.id = $1 and u.status = 1 and not c.is_deleted`,
  row: {
    clientId: int,
    isInternal: bool,
    isPortalAdmin: bool,
    adminSystemIds: arrayOf(int),
    pageIds: arrayOf(int),
    maySignOnAs: bool,
    isUsAssociate: bool,
    pages: arrayOf(text),
  },
})

interface ReportRights {
  scope: Scope
  choices: ResolvedCriteria
}

/**
 * Returns with what rights the owner of a report has it now. Null: they lost its page, its scope, or the facility,
 * customer or application that it is about (S71).
 */
export async function readReportRights(
  tx: Tx,
  { ownerId, kind, aboutClientId, criteria }: StoredReport,
): Promise<ReportRights | null> {
  const row = await runFirst(tx, ownerNow(ownerId))
  if (!row) return null
  const { pages, ...held } = row
  const authority: Authority = { ...held, userId: ownerId }
  const heldPages = adminPages.filter((page) => pages.includes(page))
  if (!mayReadReport({ ...authority, adminPages: heldPages }, { kind, aboutClientId })) return null
  const choices = await readChoices(tx, authority, criteria)
  if (!('reach' in choices)) return null
  return { scope: aboutClientId === null ? everything : { kind: 'client', clientId: aboutClientId }, choices }
}
