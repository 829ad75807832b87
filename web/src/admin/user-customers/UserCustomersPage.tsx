import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { getUserSummary } from '@portico/contract/system-accounts.ts'
import { userCustomerTexts } from '@portico/contract/texts/user-customer-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { CustomersPanel } from './CustomersPanel.tsx'

/** The customer assignments of one user (UADM-026). */
export function UserCustomersPage() {
  const t = useTexts(userCustomerTexts)
  const { uid } = useSignedIn()
  const params: Partial<Record<string, string>> = useParams({ strict: false })
  const userId = Number(params['userId'])
  const { firstNm, lastNm } = useSuspenseQuery(query(getUserSummary, { params: { uid, userId } })).data
  return (
    <AdminPage title={t.customers_title} subtitle={`${firstNm} ${lastNm}`}>
      <CustomersPanel userId={userId} />
    </AdminPage>
  )
}
