export { type ComposeMail, mailComposer, sealMailSecret } from './compose-mail.ts'
export { plainText } from './mail-rules.ts'
export { type NewMail, addMail, fillMail, addSelectedMails, mailsOf, addMails, addMailBody } from './outbox-store.ts'
export { findInMailbox, type MailboxEntry, readMailbox } from './mailbox.ts'
