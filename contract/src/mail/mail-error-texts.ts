/** Why an email was not delivered. Stored in English and read in the language of the reader, by `storedSentence`. */
export const mailErrorTexts = {
  // Its {error} is one of the others; so it is the first one that is looked for.
  mail_error_late: 'Not delivered in time. {error}',
  mail_error_too_late: 'Not delivered in time.',
  mail_error_sender: 'The mail server answered {answer} (to the sender PORTAL_MAIL_FROM)',
  mail_error_no_code: 'The mail server answered without a code',
  mail_error_answered: 'The mail server answered {answer}',
  mail_error_not_needed: 'The user has a password or is no longer active',
  mail_error_key_lost: 'The key of its secret is lost',
  mail_error_password: 'The mail server does not accept user and password of PORTAL_SMTP_URL ({details})',
  mail_error_name: 'The name of the mail server is not known ({details})',
  mail_error_not_trusted: 'No trusted encrypted connection to the mail server ({details})',
  mail_error_no_answer: 'The mail server does not answer ({details})',
  mail_error_protocol: 'The mail server answers with something that is no SMTP ({details})',
  mail_error_connection: 'The mail server cannot be reached, or closed the connection ({details})',
  mail_error_socket: 'The mail server cannot be reached, or is not trusted ({details})',
  mail_error_not_handed_over: 'The mail could not be handed over ({details})',
  mail_error_receiver: 'The receiver is not one plain address',
  mail_error_template: 'There is no template {template}',
} as const
