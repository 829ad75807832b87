import type { TextKey } from '../texts.ts'
import { deAccessRequestTexts } from './access-request-texts.ts'
import { deAccessReviewTexts } from './access-review-texts.ts'
import { deAccountSettingsTexts } from './account-settings-texts.ts'
import { deAccountTexts } from './account-texts.ts'
import { deAccountTypeTexts } from './account-type-texts.ts'
import { deAddUserTexts } from './add-user-texts.ts'
import { deAdminMenuTexts } from './admin-menu-texts.ts'
import { deAnnouncementAdminTexts } from './announcement-admin-texts.ts'
import { deAnnouncementReviewTexts } from './announcement-review-texts.ts'
import { deAuditEventTexts } from './audit-event-texts.ts'
import { deAuditFieldTexts } from './audit-field-texts.ts'
import { deAuditPageTexts } from './audit-page-texts.ts'
import { deAuditProblemTexts } from './audit-problem-texts.ts'
import { deAuditValueTexts } from './audit-value-texts.ts'
import { deBrandingPageTexts } from './branding-page-texts.ts'
import { deBrandingTexts } from './branding-texts.ts'
import { deCatalogPageTexts } from './catalog-page-texts.ts'
import { deCatalogTexts } from './catalog-texts.ts'
import { deClientContactTexts } from './client-contact-texts.ts'
import { deContactTexts } from './contact-texts.ts'
import { deDeletedUserTexts } from './deleted-user-texts.ts'
import { deDeviceTexts } from './device-texts.ts'
import { deDocumentPageTexts } from './document-page-texts.ts'
import { deDocumentTexts } from './document-texts.ts'
import { deEmulationTexts } from './emulation-texts.ts'
import { deEnhancementRequestTexts } from './enhancement-request-texts.ts'
import { deFederationTexts } from './federation-texts.ts'
import { deFilePageTexts } from './file-page-texts.ts'
import { deFileTexts } from './file-texts.ts'
import { deFormTexts } from './form-texts.ts'
import { deGeneralTexts } from './general-texts.ts'
import { deHandOverTexts } from './hand-over-texts.ts'
import { deHomePageTexts } from './home-page-texts.ts'
import { deHomeTexts } from './home-texts.ts'
import { deHumanCheckTexts } from './human-check-texts.ts'
import { deIdentityProviderPageTexts } from './identity-provider-page-texts.ts'
import { deIdentityProviderTexts } from './identity-provider-texts.ts'
import { deImageUploadTexts } from './image-upload-texts.ts'
import { deImportPanelTexts } from './import-panel-texts.ts'
import { deJobTexts } from './job-texts.ts'
import { deJobNameTexts } from './job-name-texts.ts'
import { deJobOutcomeTexts } from './job-outcome-texts.ts'
import { deMailErrorTexts } from './mail-error-texts.ts'
import { deMailKindTexts } from './mail-kind-texts.ts'
import { deMetadataFaultTexts } from './metadata-fault-texts.ts'
import { deAuditTargetTexts } from './audit-target-texts.ts'
import { deLanguageTexts } from './language-texts.ts'
import { deLinkTexts } from './link-texts.ts'
import { deListTexts } from './list-texts.ts'
import { deLogoutTexts } from './logout-texts.ts'
import { deMailDeliveryTexts } from './mail-delivery-texts.ts'
import { deOpenIdTexts } from './openid-texts.ts'
import { dePasswordTexts } from './password-texts.ts'
import { dePortalPageTexts } from './portal-page-texts.ts'
import { dePreferenceTexts } from './preference-texts.ts'
import { deReportPageTexts } from './report-page-texts.ts'
import { deReportTexts } from './report-texts.ts'
import { deReauthenticationTexts } from './reauthentication-texts.ts'
import { deRecoveryTexts } from './recovery-texts.ts'
import { deReferenceDataTexts } from './reference-data-texts.ts'
import { deResourceTextTexts } from './resource-text-texts.ts'
import { deSearchTexts } from './search-texts.ts'
import { deSecondFactorPageTexts } from './second-factor-page-texts.ts'
import { deSecondFactorTexts } from './second-factor-texts.ts'
import { deSessionTexts } from './session-texts.ts'
import { deShippedNameTexts } from './shipped-name-texts.ts'
import { deShellTexts } from './shell-texts.ts'
import { deSignInPageTexts } from './sign-in-page-texts.ts'
import { deSignInTestTexts } from './sign-in-test-texts.ts'
import { deSignInTexts } from './sign-in-texts.ts'
import { deDryRunTexts } from './sign-on-dry-run-texts.ts'
import { deSignOnSettingPageTexts } from './sign-on-setting-page-texts.ts'
import { deSignOnSettingTexts } from './sign-on-setting-texts.ts'
import { deSingleSignOnTexts } from './single-sign-on-texts.ts'
import { deSsoMappingPageTexts } from './sso-mapping-page-texts.ts'
import { deSsoMappingTexts } from './sso-mapping-texts.ts'
import { deSystemAccountTexts } from './system-account-texts.ts'
import { deTileAccessTexts } from './tile-access-texts.ts'
import { deTileImageTexts } from './tile-image-texts.ts'
import { deUploadTexts } from './upload-texts.ts'
import { deUserCustomerTexts } from './user-customer-texts.ts'
import { deUserDetailsTexts } from './user-details-texts.ts'
import { deUserImportTexts } from './user-import-texts.ts'
import { deUserListTexts } from './user-list-texts.ts'
import { deUserProfileTexts } from './user-profile-texts.ts'
import { deUserTexts } from './user-texts.ts'

/** The resource table in German: key to text. */
export const deTexts = {
  ...deGeneralTexts,
  ...deJobTexts,
  ...deAccountTypeTexts,
  ...deSsoMappingPageTexts,
  ...deUserProfileTexts,
  ...deUserTexts,
  ...deAuditEventTexts,
  ...deBrandingTexts,
  ...deTileImageTexts,
  ...deFileTexts,
  ...deResourceTextTexts,
  ...deFilePageTexts,
  ...deUploadTexts,
  ...deBrandingPageTexts,
  ...deImageUploadTexts,
  ...deUserDetailsTexts,
  ...deUserImportTexts,
  ...deImportPanelTexts,
  ...deUserListTexts,
  ...deUserCustomerTexts,
  ...deSystemAccountTexts,
  ...deEmulationTexts,
  ...deAccessRequestTexts,
  ...deAccessReviewTexts,
  ...deReportTexts,
  ...deReportPageTexts,
  ...deEnhancementRequestTexts,
  ...deDeletedUserTexts,
  ...deHandOverTexts,
  ...deDryRunTexts,
  ...deTileAccessTexts,
  ...deFormTexts,
  ...deShellTexts,
  ...deAdminMenuTexts,
  ...deAddUserTexts,
  ...deAuditPageTexts,
  ...deSignInTestTexts,
  ...deSignInTexts,
  ...deSignInPageTexts,
  ...deHumanCheckTexts,
  ...deOpenIdTexts,
  ...deLogoutTexts,
  ...deFederationTexts,
  ...deIdentityProviderTexts,
  ...deIdentityProviderPageTexts,
  ...deSecondFactorTexts,
  ...deSecondFactorPageTexts,
  ...deHomeTexts,
  ...deHomePageTexts,
  ...deAnnouncementAdminTexts,
  ...deAnnouncementReviewTexts,
  ...deSingleSignOnTexts,
  ...deSignOnSettingTexts,
  ...deSignOnSettingPageTexts,
  ...deSsoMappingTexts,
  ...deAccountSettingsTexts,
  ...deAccountTexts,
  ...deCatalogTexts,
  ...deCatalogPageTexts,
  ...deClientContactTexts,
  ...deContactTexts,
  ...deDeviceTexts,
  ...deDocumentTexts,
  ...deDocumentPageTexts,
  ...deLanguageTexts,
  ...deLinkTexts,
  ...deListTexts,
  ...dePortalPageTexts,
  ...dePreferenceTexts,
  ...deSearchTexts,
  ...dePasswordTexts,
  ...deRecoveryTexts,
  ...deReferenceDataTexts,
  ...deSessionTexts,
  ...deShippedNameTexts,
  ...deReauthenticationTexts,
  ...deMailDeliveryTexts,
  ...deJobNameTexts,
  ...deJobOutcomeTexts,
  ...deMailErrorTexts,
  ...deMailKindTexts,
  ...deMetadataFaultTexts,
  ...deAuditTargetTexts,
  ...deAuditFieldTexts,
  ...deAuditProblemTexts,
  ...deAuditValueTexts,
} satisfies Record<TextKey, string>
