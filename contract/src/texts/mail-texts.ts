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
    'You get this mail because it concerns the safety of your account. Answers to this address are not read.',
  mail_document_shared_subject: '{sender} shares a document with you',
  mail_document_shared:
    '{sender} shares the document {document} with you. You find it under Shared with me in your document library.',
  mail_document_open: 'Open the document library',
  mail_why_document:
    'You get this mail because somebody shared a document with you. Answers to this address are not read.',
  mail_document_infected_subject: 'A virus was found in one of your documents',
  mail_document_infected:
    'The document {document} was checked for viruses after you had uploaded it, and carries one. It has been removed from your document library; nobody can open it any more.',
  mail_version_infected:
    'The version of {document} that you uploaded last was checked for viruses afterwards, and carries one. It has been removed; your document library holds the version before it.',
  mail_document_infected_next: 'Please have the computer checked that the file came from before you upload it again.',
  mail_why_own_document:
    'You get this mail because it concerns a document in your library. Answers to this address are not read.',
  mail_why_announcement:
    'You get this mail because you chose announcements by e-mail in your notification preferences. Answers to this address are not read.',
  mail_never_asks: 'We never ask for your password by mail or telephone.',
  mail_not_you:
    'Was this not you? Sign in and change your password now, then contact your Client Relations representative.',

  mail_temporary_password_subject: 'Your temporary password',
  mail_new_account_subject: 'Your account is ready',
  mail_password_forgotten: 'You asked for a new password. Sign in with this temporary one:',
  mail_password_set: 'An administrator has set a temporary password for you. Sign in with it:',
  mail_new_account: 'An account has been opened for you. Sign in with this temporary password:',
  mail_temporary_password: 'Temporary password',
  mail_temporary_password_rules:
    'It opens the portal once, until {validUntil}. You then choose a password of your own.',
  mail_password_not_asked:
    'If you did not ask for this, somebody knows the answer to your security question. Please contact your Client Relations representative.',

  mail_link_subject: 'Choose a new password',
  mail_link: 'Somebody, hopefully you, asked for a new password for your account.',
  mail_link_button: 'Choose a new password',
  mail_link_rules: 'The link works once, until {validUntil}. Your present password stays good until you have chosen.',
  mail_link_not_asked: 'If you did not ask for this, you need not do anything: nothing has changed.',

  mail_company_subject: 'Sign in through your company',
  mail_company_no_password:
    'Somebody asked for a new password for your account. It has none here: you sign in through your company.',
  mail_company_how:
    'Open the portal and choose your company’s sign-in. If that password is forgotten, your company’s own help desk can help.',
  mail_nothing_to_do: 'If you did not ask for this, you need not do anything.',

  mail_password_changed_subject: 'Your password was changed',
  mail_password_changed: 'The password of your account was changed.',
  mail_password_changed_by_administrator: 'An administrator has changed the password of your account.',

  mail_password_expires_subject: 'Your password expires in {days} days',
  mail_password_expires_tomorrow_subject: 'Your password expires tomorrow',
  mail_password_expires: 'Your password expires on {expiresAt}.',
  mail_password_expires_how:
    'Sign in before then and choose a new one in your account settings. Afterwards you are asked for a new one when you sign in.',

  mail_second_factor_subject: 'Your second sign-in step was changed',
  mail_authenticator_added: 'An authenticator app was added to your account.',
  mail_passkey_added: 'A passkey was added to your account.',
  mail_recovery_codes_made: 'New recovery codes were made for your account. Earlier ones no longer work.',
  mail_recovery_code_used: 'A recovery code was used to sign in to your account.',
  mail_factor_removed: 'A second sign-in step was removed from your account.',
  mail_factor_reset_by_administrator:
    'An administrator has reset your second sign-in step. You set up a new one the next time you sign in.',

  mail_new_sign_in_subject: 'New sign-in to your account',
  mail_new_sign_in: 'Your account was opened on a device that we have not seen before.',
  mail_new_sign_in_yours: 'If this was you, you need not do anything.',

  mail_alert_subject: 'A sign-in was reported as not yours',
  mail_alert_reported: 'You told us that this sign-in was not you:',
  mail_alert_done:
    'All other sessions of your account have been ended, and the old password opens nothing any more. If you have not chosen a new one yet, use “Forgot password?” on the sign-in page.',
  mail_alert_administrator_subject: 'Security alert: {person} reported a sign-in',
  mail_alert_administrator: '{person} (user ID {userName}) reported that this sign-in was somebody else:',
  mail_alert_administrator_done:
    'All other sessions of the account have been ended, and its password opens nothing any more. Please look into the audit trail.',

  mail_certificate_subject: '{provider}: its certificate ends in {days} days',
  mail_certificate_tomorrow_subject: '{provider}: its certificate ends tomorrow',
  mail_certificate:
    'The certificate with which the identity provider “{provider}” signs its answers ends on {expiresAt}. Its people sign in there: {employers}.',
  mail_certificate_how:
    'Ask them for their new metadata file before that day, and give it to the portal; the present certificate stays good beside the new one meanwhile:',
  mail_certificate_command: 'Command',
  mail_why_administrator: 'You get this mail because you administer the portal.',

  mail_confirm_email_subject: 'Confirm your new e-mail address',
  mail_confirm_email: '{address} was given as the new e-mail address of your account. Open the portal to confirm it:',
  mail_confirm_email_button: 'Confirm this address',
  mail_confirm_email_rules: 'The link is good until {validUntil}, for you alone: you sign in before you confirm.',
  mail_confirm_email_not_asked: 'If you did not ask for this, you need not do anything: the address will not be used.',

  mail_account_changed_subject: 'Your account was changed',
  mail_email_asked: 'A new e-mail address was given for your account. It replaces this one once it has been confirmed.',
  mail_email_changed: 'The e-mail address of your account was changed. Mails of the portal no longer come to this one.',
  mail_security_question_changed: 'The security question of your account, or its answer, was changed.',
  mail_new_address: 'New address',

  mail_employer_asked_subject: '{person} asks for another employer',
  mail_employer_asked: '{person} (user ID {userName}) of {from} has asked to be moved to {to}.',
  mail_employer_asked_how:
    'If that is right, change the employer in User Administration. Customers given for the former employer end with the move.',
  mail_why_staff: 'You get this mail because you look after this client. Answers to this address are not read.',

  mail_enhancement_subject: 'Enhancement request {number}: {section}',
  mail_enhancement: '{person} of {client} would like to see something in {section}:',
  mail_enhancement_number: 'Number',
  mail_enhancement_contact: 'Please contact',
  mail_enhancement_no_contact: 'No answer is asked for.',
  mail_enhancement_email: 'E-mail',
  mail_enhancement_phone: 'Work phone',
  mail_why_owner: 'You get this mail because you look after this application. Answers to this address are not read.',

  text_opt_out: '{client} portal: text messages to this number are switched off. This is the last one.',

  mail_test_subject: 'Mail from the portal arrives',
  mail_test: 'This is a test that an operator of the portal sent on purpose. You need not do anything.',
  mail_why_test: 'Answers to this address are not read.',
} as const
