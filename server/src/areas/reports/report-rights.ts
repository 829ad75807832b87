import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { QueuedReport } from '@portico/contract/reports/report-rules.ts'
import type { Tx } from '../../db/database.ts'
import { everything, type Scope } from '../../db/scope.ts'
import { readAdministrator } from '../permissions/public.ts'
import { readChoices } from './report-choices.ts'
import type { ResolvedCriteria } from './report-criteria.ts'
import type { StoredReport } from './report-store.ts'

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
  const now = await readAdministrator(tx, ownerId)
  if (now === null) return null
  const { authority, pages } = now
  if (!mayReadReport({ ...authority, adminPages: pages }, { kind, aboutClientId })) return null
  const choices = await readChoices(tx, authority, criteria)
  if (!('reach' in choices)) return null
  return { scope: aboutClientId === null ? everything : { kind: 'client', clientId: aboutClientId }, choices }
}
