/** Texts of the mails. Not part of the resource table that the browser loads. */
export const mailTexts = {
  mail_sender: '{client} portal',
  mail_hello: 'Hello {firstName},',
  mail_when: 'When',
  mail_device: 'Device',
  mail_place: 'Place',
  mail_user_id: 'User ID',
  mail_open_portal: 'Open the portal',
  mail_sign_in: 'Sign in',
  mail_why_security:
    'You received this email because it concerns the security of your account. Replies to this address aren’t read.',
  mail_document_shared_subject: '{sender} shared a document with you',
  mail_document_shared:
    '{sender} shared the document {document} with you. You can find it under Shared with me in your document library.',
  mail_document_open: 'Open the document library',
  mail_why_document:
    'You received this email because a colleague shared a document with you. Replies to this address aren’t read.',
  mail_document_infected_subject: 'We found a virus in one of your documents',
  mail_document_infected:
    'We scanned {document} after you uploaded it and found a virus. We removed it from your document library. No one can open it.',
  mail_version_infected:
    'We scanned the latest version of {document} after you uploaded it and found a virus. We removed that version. Your document library has the previous version.',
  mail_document_infected_next: 'Before you upload it again, scan the computer the file came from.',
  mail_why_own_document:
    'You received this email because it concerns a document in your library. Replies to this address aren’t read.',
  mail_file_infected_subject: 'We found a virus in a file you uploaded',
  mail_file_infected:
    'We scanned {file} after you uploaded it and found a virus. We removed it, so links to it no longer open a file.',
  mail_file_open: 'Open file management',
  mail_why_published_file:
    'You received this email because you uploaded this file for all users of the portal. Replies to this address aren’t read.',
  mail_why_announcement:
    'You received this email because you chose email announcements in your notification preferences. Replies to this address aren’t read.',
  mail_never_asks: 'We never ask for your password by email or phone.',
  mail_not_you:
    'Wasn’t this you? Sign in and change your password now, then contact your Client Relations representative.',

  mail_temporary_password_subject: 'Your temporary password',
  mail_new_account_subject: 'Your account is ready',
  mail_password_forgotten: 'You requested a new password. Sign in with this temporary password:',
  mail_password_set: 'An administrator set a temporary password for you. Use it to sign in:',
  mail_new_account: 'We created an account for you. Sign in with this temporary password:',
  mail_temporary_password: 'Temporary password',
  mail_temporary_password_rules: 'It works once, until {validUntil}. You then choose your own password.',
  mail_password_not_requested:
    'If you didn’t request this, someone knows the answer to your security question. Contact your Client Relations representative.',

  mail_link_subject: 'Choose a new password',
  mail_link: 'We received a request for a new password for your account.',
  mail_link_button: 'Choose a new password',
  mail_link_rules: 'The link works once, until {validUntil}. Your current password works until you choose a new one.',
  mail_link_not_requested: 'If you didn’t request this, you can ignore this email. Nothing has changed.',

  mail_company_subject: 'Sign in through your company',
  mail_company_no_password:
    'We received a request for a new password for your account. Your account has no password here because you sign in through your company.',
  mail_company_how:
    'Open the portal and choose your company’s sign-in. If you forgot that password, contact your company’s help desk.',
  mail_nothing_to_do: 'If you didn’t request this, you can ignore this email.',

  mail_password_changed_subject: 'Your password was changed',
  mail_password_changed: 'The password for your account was changed.',
  mail_password_changed_by_administrator: 'An administrator changed the password for your account.',

  mail_password_expires_subject: 'Your password expires {days, plural, one {tomorrow} other {in # days}}',
  mail_password_expires: 'Your password expires on {expiresAt}.',
  mail_password_expires_how:
    'Sign in before then and choose a new password in your account settings. After that date, we’ll ask for a new password when you sign in.',

  mail_dormant_subject: 'Sign in to keep your account',
  mail_dormant: 'You haven’t signed in to the portal for a while. We’ll inactivate your account on {inactiveFrom}.',
  mail_dormant_how:
    'To keep it, sign in before then. If you no longer need it, you don’t need to do anything. Your administrator can activate it again later.',
  mail_license_subject: 'Please accept the license agreement',
  mail_license:
    'You signed in to the portal but haven’t accepted the license agreement yet. You can use the portal as soon as you accept it.',
  mail_license_how:
    'Sign in again to read and accept it. If you have questions about it, contact your Client Relations representative.',
  mail_why_account: 'You received this email because it concerns your account. Replies to this address aren’t read.',

  mail_second_factor_subject: 'Your second sign-in step was changed',
  mail_recovery_code_used_subject: 'A recovery code was used to sign in',
  mail_authenticator_added: 'An authenticator app was added to your account.',
  mail_passkey_added: 'A passkey was added to your account.',
  mail_recovery_codes_made: 'New recovery codes were created for your account. Earlier codes no longer work.',
  mail_recovery_code_used: 'A recovery code was used to sign in to your account.',
  mail_factor_removed: 'A second sign-in step was removed from your account.',
  mail_factor_reset_by_administrator:
    'An administrator reset your second sign-in step. You’ll set up a new one the next time you sign in.',

  mail_new_sign_in_subject: 'New sign-in to your account',
  mail_new_sign_in: 'Your account was used on a device we haven’t seen before.',
  mail_new_sign_in_yours: 'If this was you, you don’t need to do anything.',

  mail_signed_on_as_subject: 'An administrator signed on as you',
  mail_signed_on_as: '{administrator} signed on to the portal as you.',
  mail_signed_on_as_until: 'Until at the latest',
  mail_signed_on_as_rights: 'What they can do',
  mail_signed_on_as_look: 'Look only',
  mail_signed_on_as_act: 'Act in your name',
  mail_signed_on_as_reason: 'Reason',
  mail_signed_on_as_never:
    'They can’t see or change your password, your security question or your second factor, and everything they do is recorded under both names.',
  mail_signed_on_as_question: 'If you didn’t expect this, contact your Client Relations representative.',

  mail_data_export_subject: 'Your data is ready to download',
  mail_data_export:
    'You asked for an archive with everything that the portal keeps about you. Sign in and download it from “Your data” in your account settings. It can be downloaded once, until {validUntil}.',
  mail_data_export_button: 'Open account settings',

  mail_alert_subject: 'You reported a sign-in',
  mail_alert_reported: 'You told us that this sign-in wasn’t you:',
  mail_alert_done:
    'We ended all other sessions and blocked your old password. If you haven’t chosen a new password yet, use “Forgot password?” on the sign-in page.',
  mail_alert_administrator_subject: 'Security alert: {person} reported a sign-in',
  mail_alert_administrator: '{person} (user ID {userName}) reported that this sign-in wasn’t them:',
  mail_alert_administrator_done:
    'We ended all other sessions of the account and blocked its password. Review the audit trail.',

  mail_grants_end_subject: 'Your access ends {days, plural, one {tomorrow} other {in # days}}',
  mail_grants_end_today_subject: 'Your access ends today',
  mail_grants_end: 'This access of yours ends:',
  mail_grants_end_how:
    'If you still need it, ask your administrator to extend it. Otherwise you don’t need to do anything.',
  mail_granted_end_subject: 'Access you granted ends {days, plural, one {tomorrow} other {in # days}}',
  mail_granted_end_today_subject: 'Access you granted ends today',
  mail_granted_end: 'This access that you granted ends:',
  mail_granted_end_how: 'To extend it, change the end date in the user’s profile.',
  mail_grants_end_more: 'and {count, number} more',
  mail_why_access: 'You received this email because it concerns your access. Replies to this address aren’t read.',
  mail_access_requested_subject: '{person} asks for {application}',
  mail_access_requested: '{person} of {client} asks for {application}:',
  mail_access_requested_how: 'Sign in to grant or decline the request.',
  mail_access_requested_button: 'Decide',
  mail_access_review_subject: 'Please review access: {scope}',
  mail_access_review_due_subject: 'Access review due {days, plural, one {tomorrow} other {in # days}}: {scope}',
  mail_access_review_due_today_subject: 'Access review due today: {scope}',
  mail_access_review:
    'Please confirm or end the access of {scope}. {count, plural, one {# grant is} other {# grants are}} waiting for a decision.',
  mail_access_review_due: 'Due',
  mail_access_review_stays: 'What nobody decides stays as it is, and the record of the review says so.',
  mail_access_review_button: 'Review access',
  mail_access_granted_subject: 'You now have {application}',
  mail_access_granted: 'Your request for {application} was granted. You find it on your home page.',
  mail_access_declined_subject: 'Your request for {application} was declined',
  mail_access_declined: 'Your request for {application} was declined.',
  mail_access_reason: 'Reason',
  mail_access_until: 'Until',
  mail_announcement_submitted_subject: 'Please review an announcement: {title}',
  mail_announcement_submitted: '{author} submitted the announcement “{title}” for review.',
  mail_announcement_submitted_unknown: 'The announcement “{title}” was submitted for review.',
  mail_announcement_submitted_how: 'Nobody sees it until you or another administrator publishes it.',
  mail_announcement_submitted_button: 'Review announcement',
  mail_announcement_sent_back_subject: 'Your announcement was sent back: {title}',
  mail_announcement_sent_back: '{reviewer} reviewed your announcement “{title}” and sent it back with this note:',
  mail_announcement_sent_back_how: 'Change it and submit it again.',
  mail_announcement_sent_back_button: 'Open announcement',
  mail_certificate_subject: '{provider}: certificate expires {days, plural, one {tomorrow} other {in # days}}',
  mail_certificate:
    'The certificate that the identity provider “{provider}” uses to sign its responses expires on {expiresAt}. Users of these clients sign in there: {employers}.',
  mail_certificate_how:
    'Request their new metadata file before that day and import it into the portal. Until then, both certificates are accepted:',
  mail_certificate_command: 'Command',
  mail_service_token_expires_subject: '{account}: token expires {days, plural, one {tomorrow} other {in # days}}',
  mail_service_token_expires:
    'The last token of the service account {account} expires on {expiresAt}. It begins with {token}. After that, the program that uses it can’t reach the portal any more.',
  mail_service_token_expires_how:
    'Get a new token before that day and give it to the program. The former one goes on for a week beside it:',
  mail_service_account_ends_how:
    'The service account ends with it. If the program is still needed, make a new service account before that day:',
  mail_service_token_exposed_subject: 'A token of {account} was revoked',
  mail_service_token_exposed:
    'The token that begins with {token}, of the service account {account}, was sent in the address of a request. We refused the request and revoked the token.',
  mail_service_token_exposed_how:
    'Create a new token for the service account, and have the program send it in the Authorization header.',
  mail_service_token_exposed_why: 'Addresses are written to logs and histories, where others can read them.',
  mail_webhook_off_subject: 'The webhook {webhook} was switched off',
  mail_webhook_off:
    'Events could not be delivered to {address} since {since}. The portal has switched the webhook {webhook} off.',
  mail_webhook_off_how:
    'Repair the receiver, then switch the webhook on again in the administration under Operation > Webhooks: events that wait are sent then. For older ones choose Replay from a day there.',
  mail_why_webhook: 'You get this email because you own this webhook or administer the portal.',
  mail_why_service_account: 'You got this email because you own this service account or administer the portal.',
  mail_why_administrator: 'You received this email because you administer the portal.',

  mail_job_failed_subject: 'A background job failed: {job}',
  mail_job_failed: 'The job “{job}” failed and isn’t tried again before its next scheduled time.',
  mail_job_failed_reason: 'Reason',
  mail_job_failed_run: 'Run',
  mail_job_failed_how: 'Check the log of the portal around the time of this email, then fix the cause.',
  mail_why_job: 'You received this email because your address is set for failures of this job.',

  mail_confirm_email_subject: 'Confirm your new email address',
  mail_confirm_email: '{address} was entered as the new email address for your account. Open the portal to confirm it:',
  mail_confirm_email_button: 'Confirm this address',
  mail_confirm_email_rules: 'The link works until {validUntil}, only for you. You sign in before you confirm.',
  mail_confirm_email_not_requested: 'If you didn’t request this, you can ignore this email. The address won’t be used.',

  mail_account_changed_subject: 'Your account was changed',
  mail_account_reactivated: 'An administrator reactivated your account. Anyone with your password can sign in again.',
  mail_account_restored: 'An administrator restored your deleted account. Anyone with your password can sign in again.',
  mail_account_unlocked: 'An administrator unlocked your account.',
  mail_account_handed_over: 'An administrator closed your account and ended your access.',
  mail_email_requested: 'A new email address was entered for your account. It replaces this one once it’s confirmed.',
  mail_email_changed: 'The email address of your account was changed. We no longer send email to this address.',
  mail_employer_changed: 'An administrator changed your employer to {employer}.',
  mail_employer_declined: 'An administrator declined your request to change your employer to {employer}.',
  mail_security_question_changed: 'The security question for your account, or its answer, was changed.',
  mail_new_address: 'New address',

  mail_employer_requested_subject: '{person} requested a change of employer',
  mail_employer_requested: '{person} (user ID {userName}) of {from} requested a move to {to}.',
  mail_employer_requested_how:
    'To approve it, change the employer in User Administration. The move removes access to customers of the former employer.',
  mail_why_staff: 'You received this email because you manage this client. Replies to this address aren’t read.',

  mail_enhancement_subject: 'Enhancement request {number}: {section}',
  mail_enhancement: '{person} of {client} suggested an improvement to {section}:',
  mail_enhancement_number: 'Number',
  mail_enhancement_contact: 'Please contact',
  mail_enhancement_no_contact: 'No reply requested.',
  mail_enhancement_email: 'Email',
  mail_enhancement_phone: 'Work phone',
  mail_enhancement_answered_subject: 'Your enhancement request {number}: {state}',
  mail_enhancement_answered: 'Your enhancement request {number} about {section} has a new status.',
  mail_enhancement_state: 'Status',
  mail_enhancement_answer: 'Answer',
  mail_enhancement_received: 'Received',
  mail_enhancement_in_review: 'In review',
  mail_enhancement_planned: 'Planned',
  mail_enhancement_done: 'Done',
  mail_enhancement_declined: 'Not planned',
  mail_why_enhancement:
    'You received this email because you sent an enhancement request. Replies to this address aren’t read.',
  mail_why_owner: 'You received this email because you manage this application. Replies to this address aren’t read.',

  text_announcement_subject: 'Announcement',
  text_announcement: 'Announcement: {title}. Sign in to the portal to read it.',
  text_opt_out: '{client} portal: text messages to this number are turned off. This is the last one.',

  mail_test_subject: 'Test email from the portal',
  mail_test: 'This is a test email sent by a portal operator. You don’t need to do anything.',
  mail_why_test: 'Replies to this address aren’t read.',
} as const

export type MailTexts = typeof mailTexts
