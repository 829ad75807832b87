import { accessRequestTexts } from './access-request-texts.ts'
import { accessReviewTexts } from './access-review-texts.ts'
import { accountSettingsTexts } from './account-settings-texts.ts'
import { accountTypeTexts } from './account-type-texts.ts'
import { accountTexts } from './account-texts.ts'
import { addUserTexts } from './add-user-texts.ts'
import { adminMenuTexts } from './admin-menu-texts.ts'
import { auditFieldTexts } from './audit-field-texts.ts'
import { auditPageTexts } from './audit-page-texts.ts'
import { auditProblemTexts } from './audit-problem-texts.ts'
import { auditValueTexts } from './audit-value-texts.ts'
import { announcementAdminTexts } from './announcement-admin-texts.ts'
import { announcementReviewTexts } from './announcement-review-texts.ts'
import { auditEventTexts } from './audit-event-texts.ts'
import { catalogPageTexts } from './catalog-page-texts.ts'
import { catalogTexts } from './catalog-texts.ts'
import { brandingPageTexts } from './branding-page-texts.ts'
import { brandingTexts } from './branding-texts.ts'
import { tileImageTexts } from './tile-image-texts.ts'
import { resourceTextTexts } from './resource-text-texts.ts'
import { fileTexts } from './file-texts.ts'
import { filePageTexts } from './file-page-texts.ts'
import { clientContactTexts } from './client-contact-texts.ts'
import { uploadTexts } from './upload-texts.ts'
import { imageUploadTexts } from './image-upload-texts.ts'
import { contactTexts } from './contact-texts.ts'
import { deviceTexts } from './device-texts.ts'
import { documentPageTexts } from './document-page-texts.ts'
import { deletedUserTexts } from './deleted-user-texts.ts'
import { documentTexts } from './document-texts.ts'
import { tileAccessTexts } from './tile-access-texts.ts'
import { emulationTexts } from './emulation-texts.ts'
import { enhancementRequestTexts } from './enhancement-request-texts.ts'
import { federationTexts } from './federation-texts.ts'
import { formTexts } from './form-texts.ts'
import { generalTexts } from './general-texts.ts'
import { homePageTexts } from './home-page-texts.ts'
import { homeTexts } from './home-texts.ts'
import { dryRunTexts } from './sign-on-dry-run-texts.ts'
import { handOverTexts } from './hand-over-texts.ts'
import { identityProviderPageTexts } from './identity-provider-page-texts.ts'
import { identityProviderTexts } from './identity-provider-texts.ts'
import { humanCheckTexts } from './human-check-texts.ts'
import { jobTexts } from './job-texts.ts'
import { jobNameTexts } from './job-name-texts.ts'
import { jobOutcomeTexts } from './job-outcome-texts.ts'
import { mailErrorTexts } from './mail-error-texts.ts'
import { mailKindTexts } from './mail-kind-texts.ts'
import { metadataFaultTexts } from './metadata-fault-texts.ts'
import { auditTargetTexts } from './audit-target-texts.ts'
import { languageTexts } from './language-texts.ts'
import { listTexts } from './list-texts.ts'
import { linkTexts } from './link-texts.ts'
import { mailDeliveryTexts } from './mail-delivery-texts.ts'
import { passwordTexts } from './password-texts.ts'
import { portalPageTexts } from './portal-page-texts.ts'
import { preferenceTexts } from './preference-texts.ts'
import { recoveryTexts } from './recovery-texts.ts'
import { referenceDataTexts } from './reference-data-texts.ts'
import { reportPageTexts } from './report-page-texts.ts'
import { reportTexts } from './report-texts.ts'
import { reauthenticationTexts } from './reauthentication-texts.ts'
import { searchTexts } from './search-texts.ts'
import { sessionTexts } from './session-texts.ts'
import { secondFactorPageTexts } from './second-factor-page-texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { shippedNameTexts } from './shipped-name-texts.ts'
import { shellTexts } from './shell-texts.ts'
import { ssoMappingPageTexts } from './sso-mapping-page-texts.ts'
import { ssoMappingTexts } from './sso-mapping-texts.ts'
import { signOnSettingPageTexts } from './sign-on-setting-page-texts.ts'
import { signOnSettingTexts } from './sign-on-setting-texts.ts'
import { singleSignOnTexts } from './single-sign-on-texts.ts'
import { signInPageTexts } from './sign-in-page-texts.ts'
import { signInTestTexts } from './sign-in-test-texts.ts'
import { signInTexts } from './sign-in-texts.ts'
import { logoutTexts } from './logout-texts.ts'
import { openIdTexts } from './openid-texts.ts'
import { userDetailsTexts } from './user-details-texts.ts'
import { importPanelTexts } from './import-panel-texts.ts'
import { userImportTexts } from './user-import-texts.ts'
import { userListTexts } from './user-list-texts.ts'
import { userProfileTexts } from './user-profile-texts.ts'
import { systemAccountTexts } from './system-account-texts.ts'
import { userTexts } from './user-texts.ts'
import { userCustomerTexts } from './user-customer-texts.ts'

/** The resource table as shipped: key to English text. A row of `resource_texts` rewords a key. */
export const defaultTexts = {
  ...generalTexts,
  ...jobTexts,
  ...accountTypeTexts,
  ...ssoMappingPageTexts,
  ...userProfileTexts,
  ...userTexts,
  ...auditEventTexts,
  ...auditFieldTexts,
  ...auditProblemTexts,
  ...auditValueTexts,
  ...brandingTexts,
  ...tileImageTexts,
  ...fileTexts,
  ...resourceTextTexts,
  ...filePageTexts,
  ...uploadTexts,
  ...brandingPageTexts,
  ...clientContactTexts,
  ...imageUploadTexts,
  ...userDetailsTexts,
  ...userImportTexts,
  ...importPanelTexts,
  ...userListTexts,
  ...deletedUserTexts,
  ...userCustomerTexts,
  ...systemAccountTexts,
  ...emulationTexts,
  ...accessRequestTexts,
  ...accessReviewTexts,
  ...reportTexts,
  ...reportPageTexts,
  ...enhancementRequestTexts,
  ...handOverTexts,
  ...dryRunTexts,
  ...tileAccessTexts,
  ...formTexts,
  ...shellTexts,
  ...adminMenuTexts,
  ...addUserTexts,
  ...auditPageTexts,
  ...signInTestTexts,
  ...signInTexts,
  ...signInPageTexts,
  ...humanCheckTexts,
  ...openIdTexts,
  ...logoutTexts,
  ...federationTexts,
  ...identityProviderTexts,
  ...identityProviderPageTexts,
  ...secondFactorTexts,
  ...secondFactorPageTexts,
  ...homeTexts,
  ...homePageTexts,
  ...announcementAdminTexts,
  ...announcementReviewTexts,
  ...singleSignOnTexts,
  ...signOnSettingTexts,
  ...signOnSettingPageTexts,
  ...ssoMappingTexts,
  ...accountSettingsTexts,
  ...accountTexts,
  ...catalogTexts,
  ...catalogPageTexts,
  ...contactTexts,
  ...deviceTexts,
  ...documentTexts,
  ...documentPageTexts,
  ...languageTexts,
  ...linkTexts,
  ...listTexts,
  ...portalPageTexts,
  ...preferenceTexts,
  ...searchTexts,
  ...passwordTexts,
  ...recoveryTexts,
  ...referenceDataTexts,
  ...sessionTexts,
  ...shippedNameTexts,
  ...reauthenticationTexts,
  ...mailDeliveryTexts,
  ...jobNameTexts,
  ...jobOutcomeTexts,
  ...mailErrorTexts,
  ...mailKindTexts,
  ...metadataFaultTexts,
  ...auditTargetTexts,
} as const

export type TextKey = keyof typeof defaultTexts
