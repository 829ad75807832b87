// What the package of the demo may use of the server.
export { type AuditHead, signHead } from '../areas/audit/public.ts'
export { countDailyFigures } from '../areas/overview/public.ts'
export { type ComposeMail, findInMailbox, type MailboxEntry, readMailbox } from '../areas/mail/public.ts'
export { type PasswordHashing, passwordHashing } from '../crypto/password-hashing.ts'
export {
  type AccessCriteria,
  accessStatement,
  momentsOf,
  ReportCounts,
  type StoredRow,
} from '../areas/reports/public.ts'
export { sealSeed } from '../areas/second-factor/public.ts'
export { newWebhookSecret, sealWebhookSecret } from '../areas/webhooks/public.ts'
export { configurationKinds } from '../configuration/kinds/all-kinds.ts'
export { readFiles } from '../configuration/read-files.ts'
export type { DemoMode } from '../config/demo-mode.mjs'
export { type KeyWithCertificate, newKeyWithCertificate } from '../crypto/certificate.ts'
export { type KeyRing, keyRing } from '../crypto/key-ring.ts'
export type { Database, Db } from '../db/database.ts'
export { type DemoMark, readDemoMark } from '../db/demo-mark.ts'
export { connectAsOwner } from '../db/owner-connection.ts'
export { queries } from '../db/queries.ts'
export { run, runFirst, write } from '../db/run.ts'
export { everything } from '../db/scope.ts'
export { int, statement, text } from '../db/statement.ts'
export type { DB, JsonValue } from '../db/tables.ts'
export { Redirect } from '../http/answers.ts'
export { mailFrameHeaders, standalonePageHeaders } from '../http/security-headers.ts'
export type { HttpReply, HttpRequest, HttpServer } from '../http/server.ts'
export type { FileStorage } from '../ports/file-storage/file-storage.ts'
export { spreadSequence } from '../random-sequence.ts'
export { cleanRichText } from '../rich-text.ts'
export { writeXlsx } from '../spreadsheet/xlsx.ts'
export { StartError } from '../start-error.ts'
export type { DemoPackage, DemoPageDeps, DemoWorldDeps, ServeDemo } from './demo.ts'
