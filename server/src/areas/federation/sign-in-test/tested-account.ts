import type { ExaminedCheck, SignInTest, SignInTestReason } from '@portico/contract/federation/identity-providers.ts'
import { checked } from './answer-checks.ts'
import type { TestedUser } from './sign-in-test-store.ts'

interface TestedAccount {
  /** As whom the sign-in would go on; null where it would be refused. */
  user: SignInTest['user']
  check: ExaminedCheck
}

/** Whether the account to which a test sign-in leads could be signed in to. */
export function accountOf(known: TestedUser | undefined): TestedAccount {
  if (!known) return { user: null, check: checked('ACCOUNT', false, { reason: 'account_gone' }) }
  const { userName, fullName, email, clientName } = known
  const reason = problemOf(known)
  return {
    user: reason === null ? { userNm: userName, fullNm: fullName, emailAddress: email, clientNm: clientName } : null,
    check: checked('ACCOUNT', reason === null, { reason, found: userName }),
  }
}

function problemOf({ status, isLocked, isClientDeleted }: TestedUser): SignInTestReason | null {
  if (status === 3) return 'account_deleted'
  if (isClientDeleted) return 'client_deleted'
  if (status !== 1) return 'account_inactive'
  return isLocked ? 'account_locked' : null
}
