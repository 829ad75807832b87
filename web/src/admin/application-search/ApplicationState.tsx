import type { ListedApplication } from '@portico/contract/catalog/catalog-records.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'

interface ApplicationStateProps {
  application: Pick<ListedApplication, 'dispFlg' | 'linkEnabledFlg'>
}

/** Whether people see an application, and can open it. */
export function ApplicationState({ application: { dispFlg, linkEnabledFlg } }: ApplicationStateProps) {
  const t = useTexts(catalogPageTexts)
  if (!dispFlg) return <StatusDot tone="neutral">{t.application_state_hidden}</StatusDot>
  if (!linkEnabledFlg) return <StatusDot tone="warning">{t.application_state_closed}</StatusDot>
  return <StatusDot tone="success">{t.application_state_open}</StatusDot>
}
