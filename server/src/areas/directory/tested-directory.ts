import type { RequestOnly } from '../../http/caller.ts'
import type { SignInTestResult } from '../federation/public.ts'
import type { Tx } from '../../db/database.ts'
import { recordAudit } from '../audit/public.ts'

/** The screen that shows the result of a test. */
export const resultPage = (id: number) => `/content-authenticated/database-maintenance/identity-providers?test=${id}`

interface Tested {
  kind: 'ldap' | 'oidc'
  userId: number
  sessionId: number
}

/** Records what a test found; a password that was tried is nowhere in it. */
export function recordTested(
  tx: Tx,
  { request }: RequestOnly,
  { kind, userId, sessionId }: Tested,
  { outcomeCd, checks }: SignInTestResult,
): void {
  const failed = checks.filter(({ resultCd }) => resultCd === 'failed').map(({ checkCd }) => checkCd)
  recordAudit(tx, request, {
    event: 'identity_provider_tested',
    actorId: userId,
    subjectId: userId,
    sessionId,
    target: { kind: 'company_directory', id: kind },
    after: { outcome: outcomeCd, failed },
  })
}
