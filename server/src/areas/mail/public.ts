export { type MailboxEntry, readMailbox } from './mailbox.ts'
export { oneLine, plainText } from './mail-rules.ts'
