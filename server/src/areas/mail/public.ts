export { type ComposeMail, mailComposer, sealMailSecret } from './compose-mail.ts'
export { plainText } from './mail-rules.ts'
export { findInMailbox, type MailboxEntry, readMailbox } from './mailbox.ts'
