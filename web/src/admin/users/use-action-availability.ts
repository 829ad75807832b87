import { useSuspenseQuery } from '@tanstack/react-query'
import { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import type { getUserListOptions, ListedUser } from '@portico/contract/users/users.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { disabledReasonOf, signOnAsReasonOf } from './user-action-offers.ts'
import { userListOptionsQuery } from './user-queries.ts'

/** What the provider of second factors is called; the portal's own like the product. */
export const providerName = (
  provider: DataOf<typeof getUserListOptions>['securityProvider'],
  t: { user_provider_duo: string; product_name: string },
): string => (provider === 'duo' ? t.user_provider_duo : t.product_name)

/** What the administrator may do to a user, and the name of the security provider. */
export function useActionAvailability() {
  const list = useTexts(userListTexts)
  const user = useTexts(userTexts)
  const emulation = useTexts(emulationTexts)
  const { product_name: productName } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { portalAdminFlg, securityProvider, signOnAsFlg, usAssociate } = useSuspenseQuery(
    userListOptionsQuery(uid),
  ).data
  const admin = { uid, isPortalAdmin: portalAdminFlg, hasSecondFactor: securityProvider !== 'off' }
  return {
    provider: providerName(securityProvider, { ...list, product_name: productName }),
    /** Why the administrator can't sign on as the user; undefined where the server may let them. */
    signOnAsReasonOf: (target: ListedUser) =>
      signOnAsReasonOf(
        target,
        { uid, maySignOnAs: signOnAsFlg, isUsAssociate: usAssociate },
        { ...user, ...emulation },
      ),
    reasonOf: (action: UserAction, target: ListedUser) => disabledReasonOf(action, target, admin, { ...list, ...user }),
  }
}
