import { fullName } from '@portico/contract/users/full-name.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { systemAccountTexts } from '@portico/contract/system-accounts/system-account-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import { AccountsForm } from './AccountsForm.tsx'
import { accountsQuery, systemAccountTypesQuery, summaryQuery } from './system-account-queries.ts'

/** The accounts of a user in one system; opens in a window of its own (SACC-002, SACC-003). */
export function SystemAccountsPage() {
  const t = useTexts(systemAccountTexts)
  const users = useTexts(userTexts)
  const profile = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const userId = usePathId('userId')
  const systemId = usePathId('systemId')
  const user = useSuspenseQuery(summaryQuery(uid, userId)).data
  const types = useSuspenseQuery(systemAccountTypesQuery(uid, systemId)).data
  const accounts = useSuspenseQuery(accountsQuery(uid, userId, systemId)).data
  const systems = useSuspenseQuery(userSystemsQuery(uid)).data
  const application = systems.find((system) => system.systemId === systemId)?.systemNm ?? ''
  const reasons = {
    own: t.accounts_not_yourself,
    stronger: users.user_stronger,
    deleted: profile.user_deleted_read_only,
    unrestorable: profile.user_deleted_unrestorable,
  }
  const readOnlyReason = user.readOnlyReasonCd === null ? undefined : reasons[user.readOnlyReasonCd]
  const name = `${fullName(user)} (${user.userNm})`
  return (
    <AdminPage title={t.accounts_title} subtitle={formatMessage(t.accounts_subtitle, { name, application })}>
      {readOnlyReason !== undefined && (
        <Alert tone="info" live={false}>
          {readOnlyReason}
        </Alert>
      )}
      {types.length === 0 ? (
        <EmptyState drawing="list" title={t.accounts_no_types} />
      ) : (
        <AccountsForm
          key={`${userId} ${systemId}`}
          place={{ uid, userId, systemId }}
          types={types}
          accounts={accounts}
          clients={user.clients}
          readOnlyReason={readOnlyReason}
        />
      )}
    </AdminPage>
  )
}
