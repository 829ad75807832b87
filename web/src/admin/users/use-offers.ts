import { useSuspenseQuery } from '@tanstack/react-query'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userListTexts } from '@portico/contract/texts/user-list-texts.ts'
import { userTexts } from '@portico/contract/texts/user-texts.ts'
import type { UserAction } from '@portico/contract/user-action-rules.ts'
import type { ListedUser } from '@portico/contract/users.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { disabledReasonOf } from './user-action-offers.ts'
import { userListOptionsQuery } from './user-queries.ts'

/** What the administrator may do to a user, and the name of the security provider. */
export function useOffers() {
  const list = useTexts(userListTexts)
  const user = useTexts(userTexts)
  const { product_name: productName } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { portalAdminFlg, securityProvider } = useSuspenseQuery(userListOptionsQuery(uid)).data
  const admin = { uid, isPortalAdmin: portalAdminFlg, hasSecondFactor: securityProvider !== 'off' }
  return {
    provider: securityProvider === 'duo' ? list.user_provider_duo : productName,
    reasonOf: (action: UserAction, target: ListedUser) => disabledReasonOf(action, target, admin, { ...list, ...user }),
  }
}
