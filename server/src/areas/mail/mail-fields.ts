import { z } from 'zod'
import type { MailBody } from '@portico/contract/mail/mail-layout.ts'
import type { MailFormatters } from './mail-blocks.ts'

const Moment = z.iso.datetime()
const Sealed = z.string().brand<'sealed'>()

/** Time, device and place of an event. Device and place are null when unknown. */
const occasion = { at: Moment, device: z.string().nullable(), place: z.string().nullable() }
const firstName = z.string()
const by = z.enum(['self', 'administrator'])

/** The fields of each template. A field that is added later must be optional: older mails may still wait. */
export const mailFields = {
  'temporary-password': z.object({
    firstName,
    userName: z.string(),
    password: Sealed,
    validUntil: Moment,
    reason: z.enum(['forgotten', 'administrator', 'new-account']),
  }),
  /** Of an imported user: becomes a 'temporary-password' when it leaves, because its password is made only then. */
  'first-password': z.object({ userId: z.int() }),
  /** A link to choose a new password, its token encrypted. */
  'recovery-link': z.object({ firstName, userName: z.string(), token: Sealed, validUntil: Moment }),
  /** To users who requested a password and have none here. */
  'use-company-sign-in': z.object({ firstName }),
  'password-changed': z.object({ firstName, by, ...occasion }),
  'password-expires': z.object({ firstName, expiresAt: Moment, days: z.int() }),
  /** To a user who has not signed in for long. */
  'dormant-account': z.object({ firstName, inactiveFrom: Moment }),
  /** To a user who signed in and left at the license. */
  'license-reminder': z.object({ firstName }),
  'second-factor-changed': z.object({
    firstName,
    change: z.enum([
      'authenticator_added',
      'passkey_added',
      'recovery_codes_made',
      'recovery_code_used',
      'factor_removed',
      'factor_reset_by_administrator',
    ]),
    ...occasion,
  }),
  /** From a device that was not seen before. */
  'new-sign-in': z.object({ firstName, ...occasion }),
  /** An administrator acts as the user. `reason`: null when none was given. */
  'signed-on-as': z.object({
    firstName,
    administrator: z.string(),
    at: Moment,
    until: Moment,
    isLookOnly: z.boolean(),
    reason: z.string().nullable(),
  }),
  /** "This wasn't me" was used: to the user, or to an administrator. `at`: time of the sign-in. */
  'security-alert': z.object({
    firstName,
    reader: z.enum(['person', 'administrator']),
    personName: z.string(),
    userName: z.string(),
    ...occasion,
  }),
  /** Of an identity provider, to the administrators who can replace it. */
  'certificate-expires': z.object({
    firstName,
    provider: z.string(),
    employers: z.string(),
    expiresAt: Moment,
    days: z.int(),
  }),
  /** The last token of a service account expires: to its owner and to portal administrators. */
  'service-token-expires': z.object({
    firstName,
    account: z.string(),
    /** How the token begins. */
    token: z.string(),
    number: z.int(),
    expiresAt: Moment,
    days: z.int(),
    /** The account ends with it, so that a new account is needed. */
    isAccountEnd: z.boolean(),
  }),
  /** Events could not be delivered for days: to the owner of the webhook and to portal administrators. */
  'webhook-switched-off': z.object({ firstName, webhook: z.string(), address: z.string(), since: Moment }),
  /** A token was sent in an address and is revoked: to the owner of its service account. */
  'service-token-exposed': z.object({ firstName, account: z.string(), token: z.string() }),
  /** Grants end in so many days: to their holder, or to a user who gave them. */
  'grants-end': z.object({
    firstName,
    reader: z.enum(['holder', 'grantor']),
    days: z.int(),
    grants: z.array(z.object({ item: z.string(), endsAt: Moment, holder: z.string() })),
    /** Number of further grants. */
    more: z.int(),
  }),
  /** A user asks for an application: to an administrator who can grant it. */
  'access-requested': z.object({
    firstName,
    requestId: z.int(),
    personName: z.string(),
    clientName: z.string(),
    application: z.string(),
    reason: z.string(),
  }),
  /** The decision, to the user who asked. `endsAt`: null where the access has no planned end. */
  'access-decided': z.object({
    firstName,
    application: z.string(),
    isGranted: z.boolean(),
    reason: z.string(),
    endsAt: z.nullable(Moment),
  }),
  /** To an administrator who decides in a review. `days`: until the due date; null when the review starts. */
  'access-review': z.object({
    firstName,
    reviewId: z.int(),
    scope: z.string(),
    dueAt: Moment,
    days: z.int().nullable(),
    count: z.int(),
  }),
  /** To the address that the schedule of the job names. */
  'job-failed': z.object({ job: z.string(), reason: z.string(), runId: z.int() }),
  /** To a new address, which takes effect once its reader has followed the link. */
  'confirm-email': z.object({ firstName, address: z.string(), token: Sealed, validUntil: Moment }),
  /** To the owner of an account, at the former address. */
  'account-changed': z.object({
    firstName,
    change: z.enum([
      'account_handed_over',
      'account_reactivated',
      'account_restored',
      'account_unlocked',
      'email_requested',
      'email_changed',
      'security_question_changed',
      'employer_changed',
      'employer_declined',
    ]),
    newAddress: z.string().nullable(),
    /** The new employer, or the requested one that was declined. */
    employer: z.string().optional(),
    ...occasion,
  }),
  /** To the representatives of a client. */
  'employer-requested': z.object({ personName: z.string(), userName: z.string(), from: z.string(), to: z.string() }),
  /** To the owners of an application. */
  'enhancement-request': z.object({
    number: z.int(),
    sectionName: z.string(),
    clientName: z.string(),
    personName: z.string(),
    comment: z.string(),
    /** Null: the sender wants no answer. */
    contact: z.object({ email: z.string(), phone: z.string().nullable() }).nullable(),
  }),
  'enhancement-answered': z.object({
    firstName: z.string(),
    number: z.int(),
    sectionName: z.string(),
    state: z.enum(['received', 'in-review', 'planned', 'done', 'declined']),
    /** May be empty. */
    answer: z.string(),
  }),
  /** To a telephone, by its carrier's mail address. */
  'opt-out-text': z.object({ clientName: z.string() }),
  /** `translations`: the text by the code of the reader's language. */
  announcement: z.object({
    title: z.string(),
    text: z.string(),
    translations: z.record(z.string(), z.object({ title: z.string(), text: z.string() })).optional(),
  }),
  /** To a telephone; it takes the title alone from the announcement's body. */
  'announcement-text': z.object({
    title: z.string(),
    translations: z.record(z.string(), z.object({ title: z.string() })).optional(),
  }),
  /** An announcement waits for review: to an administrator who can publish it. `author`: null when they no longer exist. */
  'announcement-submitted': z.object({
    firstName,
    announcementId: z.int(),
    title: z.string(),
    author: z.string().nullable(),
  }),
  /** To the author of an announcement that a reviewer sent back. */
  'announcement-sent-back': z.object({
    firstName,
    announcementId: z.int(),
    title: z.string(),
    reviewer: z.string(),
    note: z.string(),
  }),
  'document-shared': z.object({ firstName, sender: z.string(), document: z.string() }),
  /** To the owner of an infected document found by a later scan. */
  'file-infected': z.object({ firstName, file: z.string() }),
  'document-infected': z.object({ firstName, document: z.string(), removed: z.enum(['document', 'version']) }),
  /** To the user who asked for an archive with their data. */
  'data-export-ready': z.object({ firstName, validUntil: Moment }),
  /** A test of the operator. */
  test: z.object({}),
} as const

export type MailTemplate = keyof typeof mailFields
export type MailFields<Template extends MailTemplate> = z.output<(typeof mailFields)[Template]>

/** Templates whose fields are erased once the mail is sent. */
export const secretTemplates: readonly MailTemplate[] = ['temporary-password', 'recovery-link', 'confirm-email']

export type MailTemplates = {
  [Template in MailTemplate]: (fields: MailFields<Template>, words: MailFormatters) => MailBody
}
