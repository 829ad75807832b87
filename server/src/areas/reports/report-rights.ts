import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { QueuedReport } from '@portico/contract/reports.ts'

/** The page of the portal's own system without which nobody asks for a report, or reads it (decision E5). */
const pageOfReport: Readonly<Record<QueuedReport, AdminPage>> = {
  'pci-user': 'PCI User Report',
  'user-access': 'User Access Report',
}

/** Who asked for a report, as they are now. */
export interface ReportReader {
  readonly clientId: number
  readonly isInternal: boolean
  readonly adminPages: readonly AdminPage[]
}

/** Whether the owner of a report may still read it: with its page, and with the scope that it has (decision E4). */
export const mayReadReport = (
  { clientId, isInternal, adminPages }: ReportReader,
  { kind, aboutClientId }: { kind: QueuedReport; aboutClientId: number | null },
): boolean =>
  adminPages.includes(pageOfReport[kind]) && (isInternal || (aboutClientId !== null && aboutClientId === clientId))
