import type { Tx } from '../../db/database.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'
import { runFirst } from '../../db/run.ts'
import { int, statement } from '../../db/statement.ts'

/** Active internal users who administer announcements, as `reviewer`, but for the user of `author`, a value or column. */
const reviewersBeside = (author: string) => `
  held_admin_pages opener
  join users reviewer on reviewer.id = opener.user_id and opener.page_name = 'System Announcements'
   and reviewer.status = 1 and reviewer.is_internal and reviewer.id is distinct from ${author}`

const countOtherReviewersStatement = statement([int], {
  name: 'announcements: count other reviewers',
  text: `select count(distinct reviewer.id)::int as others from ${reviewersBeside('$1::integer')}`,
  row: { others: int },
})

/** The number of administrators who can review what a user submits. */
export async function countOtherReviewers(tx: Tx, userId: number): Promise<number> {
  const row = await runFirst(tx, countOtherReviewersStatement(userId))
  return row?.others ?? 0
}

const toReviewers = mailsOf(
  [int],
  'announcements: mails to reviewers',
  `
  select distinct 'announcement-submitted:' || a.id || ':' || a.version || ':' || reviewer.id as dedupe_key,
         reviewer.email as to_address, reviewer.client_id, 'announcement-submitted' as template,
         jsonb_build_object('firstName', reviewer.first_name, 'announcementId', a.id, 'title', a.title,
           'author', author.first_name || ' ' || author.last_name) as fields,
         null::timestamptz as good_until
    from announcements a
    left join users author on author.id = a.submitted_by
    cross join (${reviewersBeside('(select submitted_by from announcements where id = $1)')})
   where a.id = $1`,
)

/** Writes the mail about an announcement that was submitted to everyone who can review it. */
export async function mailReviewers(tx: Tx, announcementId: number): Promise<void> {
  await addSelectedMails(tx, toReviewers(announcementId))
}

const toAuthor = mailsOf(
  [int],
  'announcements: mail to author',
  `
  select 'announcement-sent-back:' || a.id || ':' || a.version as dedupe_key, author.email as to_address,
         author.client_id, 'announcement-sent-back' as template,
         jsonb_build_object('firstName', author.first_name, 'announcementId', a.id, 'title', a.title,
           'reviewer', reviewer.first_name || ' ' || reviewer.last_name, 'note', a.sent_back_note) as fields,
         null::timestamptz as good_until
    from announcements a
    join users author on author.id = a.submitted_by and author.status = 1
    join users reviewer on reviewer.id = a.sent_back_by and reviewer.id <> author.id
   where a.id = $1`,
)

/** Writes the mail about an announcement that was sent back to its author, unless they sent it back themselves. */
export async function mailAuthor(tx: Tx, announcementId: number): Promise<void> {
  await addSelectedMails(tx, toAuthor(announcementId))
}
