import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { ownScope } from '../../http/authority.ts'
import { type Language, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { readIn } from './announcement-languages.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, day, instant, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

/**
 * Announcements in force for one user (decisions C6, F3): published, within their days in the business time zone, for
 * the user's kind, and with a matching target in every dimension that has targets. $1 is the user's id; `zone` and
 * `language` are the parameters with the time zone and the language of the reader.
 */
export const announcementsInForce = (zone: string, language: string): string => `
  select a.id as announcement_id, ${readIn(language).title} as title, ${readIn(language).message} as message_html,
         ${readIn(language).language} as language, a.kind, a.effective_from, a.effective_to, a.created_at,
         ua.id as user_announcement_id,
         coalesce(ua.dismissed_version >= a.content_version, false) as is_dismissed, a.content_version
    from announcements a
    join users u on u.id = $1
    left join user_announcements ua on ua.announcement_id = a.id and ua.user_id = u.id
   where a.status = 'published'
     and a.effective_from <= business_today(${zone})
     and (a.effective_to is null or a.effective_to >= business_today(${zone}))
     and (a.audience = 'all' or (a.audience = 'internal') = u.is_internal)
     and (not exists (select 1 from announcement_clients t where t.announcement_id = a.id)
          or exists (select 1 from announcement_clients t where t.announcement_id = a.id and t.client_id = u.client_id))
     and (not exists (select 1 from announcement_departments t where t.announcement_id = a.id)
          or exists (select 1 from announcement_departments t where t.announcement_id = a.id and t.department_id = u.department_id))
     and (not exists (select 1 from announcement_industries t where t.announcement_id = a.id)
          or exists (select 1 from announcement_industries t join client_industries ci on ci.industry_id = t.industry_id
                      where t.announcement_id = a.id and ci.client_id = u.client_id))
     and (not exists (select 1 from announcement_systems t where t.announcement_id = a.id)
          or exists (select 1 from announcement_systems t
                       join current_system_grants g on g.system_id = t.system_id and g.user_id = u.id
                      where t.announcement_id = a.id))`

/** When and in which language announcements are read. */
export interface Reading {
  /** Business time zone. */
  timeZone: string
  language: Language
}

/** Returns all announcements in force for the caller, newest first, dismissed ones included. */
export function readAnnouncements(db: Db, caller: Caller, reading: Reading): Promise<AnnouncementRow[]> {
  return db.read(ownScope(caller), (tx) => readAnnouncementsOf(tx, caller.user.id, reading))
}

const columns = `
  announcement_id as "announcementId", title, message_html as "messageHtml", language, kind, effective_from as "effectiveFrom",
  effective_to as "effectiveTo", created_at as "createdAt", user_announcement_id as "userAnnouncementId",
  is_dismissed as "isDismissed", content_version as "contentVersion"`

const row = {
  announcementId: int,
  title: text,
  messageHtml: text,
  language: nullable(text),
  kind: textOf<'promotional' | 'operational'>(),
  effectiveFrom: day,
  effectiveTo: nullable(day),
  createdAt: instant,
  userAnnouncementId: nullable(int),
  isDismissed: bool,
  contentVersion: int,
}

const readAnnouncementsOfStatement = statement([int, text, text], {
  name: 'announcements: read announcements of',
  text: `select ${columns} from (${announcementsInForce('$2', '$3')}) shown order by created_at desc, announcement_id desc`,
  row,
})

export type AnnouncementRow = RowOf<typeof readAnnouncementsOfStatement>

/** The same of any user of the scope. */
export const readAnnouncementsOf = (
  tx: Tx,
  userId: number,
  { timeZone, language }: Reading,
): Promise<AnnouncementRow[]> => run(tx, readAnnouncementsOfStatement(userId, timeZone, language))

// One that the user never dismissed has no id of the user: without `nulls last` it would come before the one that has.
const findAnnouncementStatement = statement([int, text, text, int], {
  name: 'announcements: find announcement',
  text: `select ${columns} from (${announcementsInForce('$2', '$3')}) shown where announcement_id = $4 or user_announcement_id = $4
      order by user_announcement_id = $4 desc nulls last limit 1`,
  row,
})

/** Returns the announcement of an id (decision C7) when it is in force for the caller. */
export async function findAnnouncement(tx: Tx, caller: Caller, id: number, timeZone: string) {
  // What is dismissed is the announcement, in every language.
  return runFirst(tx, findAnnouncementStatement(caller.user.id, timeZone, SOURCE_LANGUAGE, id))
}
