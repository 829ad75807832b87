export { type ComposeMail, mailComposer, sealMailSecret } from './compose-mail.ts'
export { plainText } from './mail-rules.ts'
export {
  type NewMail,
  addMail,
  fillMail,
  addSelectedMails,
  mailsOf,
  addMails,
  addMailBody,
  queueMail,
} from './outbox-store.ts'
export { wakeDelivery } from './wake-delivery.ts'
export { failedMails } from './undelivered-mail-list.ts'
export { findInMailbox, type MailboxEntry, readMailbox } from './mailbox.ts'
