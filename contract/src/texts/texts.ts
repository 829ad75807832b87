import { accountSettingsTexts } from './account-settings-texts.ts'
import { accountTexts } from './account-texts.ts'
import { addUserTexts } from './add-user-texts.ts'
import { adminMenuTexts } from './admin-menu-texts.ts'
import { auditPageTexts } from './audit-page-texts.ts'
import { auditEventTexts } from './audit-event-texts.ts'
import { contactTexts } from './contact-texts.ts'
import { documentPageTexts } from './document-page-texts.ts'
import { documentTexts } from './document-texts.ts'
import { tileAccessTexts } from './tile-access-texts.ts'
import { emulationTexts } from './emulation-texts.ts'
import { federationTexts } from './federation-texts.ts'
import { formTexts } from './form-texts.ts'
import { generalTexts } from './general-texts.ts'
import { homePageTexts } from './home-page-texts.ts'
import { homeTexts } from './home-texts.ts'
import { identityProviderPageTexts } from './identity-provider-page-texts.ts'
import { identityProviderTexts } from './identity-provider-texts.ts'
import { humanCheckTexts } from './human-check-texts.ts'
import { listTexts } from './list-texts.ts'
import { linkTexts } from './link-texts.ts'
import { mailDeliveryTexts } from './mail-delivery-texts.ts'
import { passwordTexts } from './password-texts.ts'
import { preferenceTexts } from './preference-texts.ts'
import { recoveryTexts } from './recovery-texts.ts'
import { referenceDataTexts } from './reference-data-texts.ts'
import { reauthenticationTexts } from './reauthentication-texts.ts'
import { searchTexts } from './search-texts.ts'
import { sessionTexts } from './session-texts.ts'
import { secondFactorPageTexts } from './second-factor-page-texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { shellTexts } from './shell-texts.ts'
import { signInPageTexts } from './sign-in-page-texts.ts'
import { signInTexts } from './sign-in-texts.ts'
import { userDetailsTexts } from './user-details-texts.ts'
import { userListTexts } from './user-list-texts.ts'
import { userProfileTexts } from './user-profile-texts.ts'
import { systemAccountTexts } from './system-account-texts.ts'
import { userTexts } from './user-texts.ts'
import { userCustomerTexts } from './user-customer-texts.ts'

/** The resource table as shipped: key to English text. A row of `resource_texts` rewords a key. */
export const defaultTexts = {
  ...generalTexts,
  ...userProfileTexts,
  ...userTexts,
  ...auditEventTexts,
  ...userDetailsTexts,
  ...userListTexts,
  ...userCustomerTexts,
  ...systemAccountTexts,
  ...emulationTexts,
  ...tileAccessTexts,
  ...formTexts,
  ...shellTexts,
  ...adminMenuTexts,
  ...addUserTexts,
  ...auditPageTexts,
  ...signInTexts,
  ...signInPageTexts,
  ...humanCheckTexts,
  ...federationTexts,
  ...identityProviderTexts,
  ...identityProviderPageTexts,
  ...secondFactorTexts,
  ...secondFactorPageTexts,
  ...homeTexts,
  ...homePageTexts,
  ...accountSettingsTexts,
  ...accountTexts,
  ...contactTexts,
  ...documentTexts,
  ...documentPageTexts,
  ...linkTexts,
  ...listTexts,
  ...preferenceTexts,
  ...searchTexts,
  ...passwordTexts,
  ...recoveryTexts,
  ...referenceDataTexts,
  ...sessionTexts,
  ...reauthenticationTexts,
  ...mailDeliveryTexts,
} as const

export type TextKey = keyof typeof defaultTexts
