import type { MailBlock } from '@portico/contract/mail/mail-layout.ts'
import { hello, openPortal, paragraph } from './mail-blocks.ts'
import type { MailTemplates } from './mail-fields.ts'

/** Templates about the access of users. */
export const accessMails: Pick<MailTemplates, 'grants-end' | 'access-requested' | 'access-decided' | 'access-review'> =
  {
    'grants-end': ({ days, more, ...fields }, words) => {
      const { texts: t } = words
      const isHolder = fields.reader === 'holder'
      const today = isHolder ? t.mail_grants_end_today_subject : t.mail_granted_end_today_subject
      const later = words.format(isHolder ? t.mail_grants_end_subject : t.mail_granted_end_subject, { days })
      const rows = fields.grants.map(
        ({ item, endsAt, holder }) => [isHolder ? item : `${holder}: ${item}`, words.time(endsAt)] as const,
      )
      const others: MailBlock[] = more === 0 ? [] : [paragraph(words.format(t.mail_grants_end_more, { count: more }))]
      return {
        subject: days === 0 ? today : later,
        blocks: [
          hello(fields, words),
          paragraph(isHolder ? t.mail_grants_end : t.mail_granted_end),
          { kind: 'facts', rows },
          ...others,
          paragraph(isHolder ? t.mail_grants_end_how : t.mail_granted_end_how),
          openPortal(words),
        ],
        why: t.mail_why_access,
      }
    },
    'access-requested': (fields, words) => {
      const { texts: t } = words
      const values = { person: fields.personName, client: fields.clientName, application: fields.application }
      return {
        subject: words.format(t.mail_access_requested_subject, values),
        blocks: [
          hello(fields, words),
          paragraph(words.format(t.mail_access_requested, values)),
          paragraph(fields.reason),
          paragraph(t.mail_access_requested_how),
          // To the screen: only a signed-in administrator decides, never the link itself.
          {
            kind: 'button',
            label: t.mail_access_requested_button,
            path: `/content-authenticated/administration/access-requests?request=${fields.requestId}`,
          },
        ],
        why: t.mail_why_administrator,
      }
    },
    'access-review': ({ days, dueAt, ...fields }, words) => {
      const { texts: t } = words
      const soon = days === 0 ? t.mail_access_review_due_today_subject : t.mail_access_review_due_subject
      return {
        subject:
          days === null
            ? words.format(t.mail_access_review_subject, fields)
            : words.format(soon, { scope: fields.scope, days }),
        blocks: [
          hello(fields, words),
          paragraph(words.format(t.mail_access_review, fields)),
          { kind: 'facts', rows: [[t.mail_access_review_due, words.time(dueAt)]] },
          paragraph(t.mail_access_review_stays),
          {
            kind: 'button',
            label: t.mail_access_review_button,
            path: `/content-authenticated/administration/access-reviews/${fields.reviewId}`,
          },
        ],
        why: t.mail_why_administrator,
      }
    },
    'access-decided': ({ isGranted, reason, endsAt, ...fields }, words) => {
      const { texts: t } = words
      const rows: [string, string][] = [
        ...(reason === '' ? [] : [[t.mail_access_reason, reason] satisfies [string, string]]),
        ...(endsAt === null ? [] : [[t.mail_access_until, words.time(endsAt)] satisfies [string, string]]),
      ]
      const facts: MailBlock[] = rows.length === 0 ? [] : [{ kind: 'facts', rows }]
      return {
        subject: words.format(isGranted ? t.mail_access_granted_subject : t.mail_access_declined_subject, fields),
        blocks: [
          hello(fields, words),
          paragraph(words.format(isGranted ? t.mail_access_granted : t.mail_access_declined, fields)),
          ...facts,
          openPortal(words),
        ],
        why: t.mail_why_access,
      }
    },
  }
