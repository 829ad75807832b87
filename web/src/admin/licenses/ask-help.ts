import { useQuery } from '@tanstack/react-query'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { licenseUsersQuery } from './license-queries.ts'

/** How many users would be asked to accept again; '' while that is not known. */
export function useAskHelp(clientId: number | null, isKnown = true): string {
  const t = useTexts(licensePageTexts)
  const { uid } = useSignedIn()
  const { data } = useQuery({ ...licenseUsersQuery(uid, clientId), enabled: isKnown, staleTime: 0 })
  return data && isKnown ? formatMessage(t.license_ask_count, { count: data.acceptedCnt }) : ''
}
