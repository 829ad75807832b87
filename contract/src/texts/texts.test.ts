import { jobTexts } from './job-texts.ts'
import { accountTypeTexts } from './account-type-texts.ts'
import { ssoMappingPageTexts } from './sso-mapping-page-texts.ts'
import { expect, test } from 'vitest'
import { accessRequestTexts } from './access-request-texts.ts'
import { accessReviewTexts } from './access-review-texts.ts'
import { reportPageTexts } from './report-page-texts.ts'
import { reportTexts } from './report-texts.ts'
import { accountSettingsTexts } from './account-settings-texts.ts'
import { accountTexts } from './account-texts.ts'
import { addUserTexts } from './add-user-texts.ts'
import { adminMenuTexts } from './admin-menu-texts.ts'
import { auditFieldTexts } from './audit-field-texts.ts'
import { auditPageTexts } from './audit-page-texts.ts'
import { auditProblemTexts } from './audit-problem-texts.ts'
import { auditValueTexts } from './audit-value-texts.ts'
import { catalogPageTexts } from './catalog-page-texts.ts'
import { catalogTexts } from './catalog-texts.ts'
import { clientContactTexts } from './client-contact-texts.ts'
import { contactTexts } from './contact-texts.ts'
import { deviceTexts } from './device-texts.ts'
import { documentPageTexts } from './document-page-texts.ts'
import { deletedUserTexts } from './deleted-user-texts.ts'
import { documentTexts } from './document-texts.ts'
import { enhancementRequestTexts } from './enhancement-request-texts.ts'
import { federationTexts } from './federation-texts.ts'
import { humanCheckTexts } from './human-check-texts.ts'
import { dryRunTexts } from './sign-on-dry-run-texts.ts'
import { handOverTexts } from './hand-over-texts.ts'
import { identityProviderPageTexts } from './identity-provider-page-texts.ts'
import { identityProviderTexts } from './identity-provider-texts.ts'
import { announcementAdminTexts } from './announcement-admin-texts.ts'
import { announcementReviewTexts } from './announcement-review-texts.ts'
import { brandingPageTexts } from './branding-page-texts.ts'
import { brandingTexts } from './branding-texts.ts'
import { tileImageTexts } from './tile-image-texts.ts'
import { resourceTextTexts } from './resource-text-texts.ts'
import { fileTexts } from './file-texts.ts'
import { filePageTexts } from './file-page-texts.ts'
import { uploadTexts } from './upload-texts.ts'
import { imageUploadTexts } from './image-upload-texts.ts'
import { auditEventTexts } from './audit-event-texts.ts'
import { userDetailsTexts } from './user-details-texts.ts'
import { tileAccessTexts } from './tile-access-texts.ts'
import { emulationTexts } from './emulation-texts.ts'
import { importPanelTexts } from './import-panel-texts.ts'
import { userImportTexts } from './user-import-texts.ts'
import { userListTexts } from './user-list-texts.ts'
import { userProfileTexts } from './user-profile-texts.ts'
import { systemAccountTexts } from './system-account-texts.ts'
import { userTexts } from './user-texts.ts'
import { userCustomerTexts } from './user-customer-texts.ts'
import { formTexts } from './form-texts.ts'
import { generalTexts } from './general-texts.ts'
import { homePageTexts } from './home-page-texts.ts'
import { homeTexts } from './home-texts.ts'
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
import { reauthenticationTexts } from './reauthentication-texts.ts'
import { recoveryTexts } from './recovery-texts.ts'
import { referenceDataTexts } from './reference-data-texts.ts'
import { secondFactorPageTexts } from './second-factor-page-texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { searchTexts } from './search-texts.ts'
import { sessionTexts } from './session-texts.ts'
import { shippedNameTexts } from './shipped-name-texts.ts'
import { shellTexts } from './shell-texts.ts'
import { ssoMappingTexts } from './sso-mapping-texts.ts'
import { signOnSettingPageTexts } from './sign-on-setting-page-texts.ts'
import { signOnSettingTexts } from './sign-on-setting-texts.ts'
import { singleSignOnTexts } from './single-sign-on-texts.ts'
import { signInPageTexts } from './sign-in-page-texts.ts'
import { signInTestTexts } from './sign-in-test-texts.ts'
import { signInTexts } from './sign-in-texts.ts'
import { logoutTexts } from './logout-texts.ts'
import { openIdTexts } from './openid-texts.ts'
import { defaultTexts } from './texts.ts'

const groups = [
  accessRequestTexts,
  accessReviewTexts,
  reportTexts,
  enhancementRequestTexts,
  deletedUserTexts,
  handOverTexts,
  dryRunTexts,
  generalTexts,
  identityProviderPageTexts,
  adminMenuTexts,
  addUserTexts,
  auditPageTexts,
  formTexts,
  shellTexts,
  signInTestTexts,
  signInTexts,
  signInPageTexts,
  openIdTexts,
  logoutTexts,
  homeTexts,
  homePageTexts,
  announcementAdminTexts,
  announcementReviewTexts,
  singleSignOnTexts,
  signOnSettingTexts,
  signOnSettingPageTexts,
  ssoMappingTexts,
  accountSettingsTexts,
  accountTexts,
  catalogTexts,
  catalogPageTexts,
  clientContactTexts,
  contactTexts,
  deviceTexts,
  documentTexts,
  documentPageTexts,
  reauthenticationTexts,
  languageTexts,
  linkTexts,
  listTexts,
  portalPageTexts,
  preferenceTexts,
  searchTexts,
  passwordTexts,
  recoveryTexts,
  referenceDataTexts,
  secondFactorTexts,
  secondFactorPageTexts,
  federationTexts,
  identityProviderTexts,
  userProfileTexts,
  userTexts,
  auditEventTexts,
  auditFieldTexts,
  auditProblemTexts,
  auditValueTexts,
  brandingTexts,
  tileImageTexts,
  fileTexts,
  resourceTextTexts,
  filePageTexts,
  uploadTexts,
  brandingPageTexts,
  imageUploadTexts,
  userDetailsTexts,
  userImportTexts,
  importPanelTexts,
  userListTexts,
  userCustomerTexts,
  systemAccountTexts,
  emulationTexts,
  tileAccessTexts,
  sessionTexts,
  shippedNameTexts,
  humanCheckTexts,
  mailDeliveryTexts,
  auditTargetTexts,
  metadataFaultTexts,
  mailKindTexts,
  mailErrorTexts,
  jobOutcomeTexts,
  jobNameTexts,
  jobTexts,
  accountTypeTexts,
  ssoMappingPageTexts,
  reportPageTexts,
]

test('no key of the resource table stands in two groups, where one would hide the other', () => {
  const keys = groups.flatMap((group) => Object.keys(group))
  expect(new Set(keys).size).toBe(keys.length)
  expect(Object.keys(defaultTexts).toSorted()).toEqual(keys.toSorted())
})

test('the specified sentences are verbatim (SIGN-010, SIGN-045, SIGN-064, SIGN-066, SIGN-073, SIGN-074, PSWD-027, PSWD-033, PSWD-036, UIGN-014..025, ACCT-060, ACCT-063, ACCT-064, ACCT-077, CONT-019)', () => {
  expect(defaultTexts).toMatchObject({
    login_not_logged_in: 'You are not logged in. Please login again.',
    login_invalid: 'Invalid Login ID or Password.',
    login_origin_refused: 'Request origin is not authorized.',
    login_failed: 'Error calling authentication services',
    password_changed: 'Your password has been changed',
    recovery_sent:
      'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.',
    recovery_token_failed: 'Error getting prelogin csrf token',
    carrier_missing: 'Please select SMS Carrier',
    security_question_missing: 'Please select a security question.',
    security_answer_missing: 'Security question answer must be filled out.',
    account_saved: 'Your changes have been saved',
    enhancement_sent: 'Enhancement Request has been sent.',
    employer_lookup_failed: 'Cannot return any employer.',
    second_factor_unauthorized: 'Unauthorized.',
    second_factor_failed_duo: 'Error performing DUO enrollment.',
    field_required: 'This field is required',
    field_email: 'That is not a valid email format',
    field_too_long: 'The text entered exceeds the maximum length',
    field_too_short: 'The text entered less than the minimum length',
    field_number: 'That is not a valid number',
    field_pattern: 'That is not a valid pattern format',
    field_url: 'That is not a valid url format',
    field_taken: 'That text entered is taken, please try another',
    field_date: 'That is not a valid date format',
    field_date_range: 'That is not a valid date range',
    field_invalid: 'This field is invalid',
    form_several_invalid: 'Please enter valid values for the fields identified below',
  })
})

test('the resource table has every key of the account messages (ACCT-078..090)', () => {
  for (const key of [
    'first_name_missing',
    'last_name_missing',
    'invalid_characters',
    'email_missing',
    'email_invalid',
    'employer_missing',
    'work_phone_missing',
    'mobile_phone_missing',
    'security_question_missing',
    'password_mismatch',
    'required_fields_missing',
  ])
    expect(defaultTexts).toHaveProperty(key)
})
