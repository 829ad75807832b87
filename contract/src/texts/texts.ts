import { accountSettingsTexts } from './account-settings-texts.ts'
import { accountTexts } from './account-texts.ts'
import { contactTexts } from './contact-texts.ts'
import { documentPageTexts } from './document-page-texts.ts'
import { documentTexts } from './document-texts.ts'
import { federationTexts } from './federation-texts.ts'
import { generalTexts } from './general-texts.ts'
import { homePageTexts } from './home-page-texts.ts'
import { homeTexts } from './home-texts.ts'
import { identityProviderTexts } from './identity-provider-texts.ts'
import { humanCheckTexts } from './human-check-texts.ts'
import { linkTexts } from './link-texts.ts'
import { mailDeliveryTexts } from './mail-delivery-texts.ts'
import { passwordTexts } from './password-texts.ts'
import { recoveryTexts } from './recovery-texts.ts'
import { searchTexts } from './search-texts.ts'
import { sessionTexts } from './session-texts.ts'
import { secondFactorPageTexts } from './second-factor-page-texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { shellTexts } from './shell-texts.ts'
import { signInPageTexts } from './sign-in-page-texts.ts'
import { signInTexts } from './sign-in-texts.ts'

/** The resource table as shipped: key to English text. A row of `resource_texts` rewords a key. */
export const defaultTexts = {
  ...generalTexts,
  ...shellTexts,
  ...signInTexts,
  ...signInPageTexts,
  ...humanCheckTexts,
  ...federationTexts,
  ...identityProviderTexts,
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
  ...searchTexts,
  ...passwordTexts,
  ...recoveryTexts,
  ...sessionTexts,
  ...mailDeliveryTexts,
} as const
