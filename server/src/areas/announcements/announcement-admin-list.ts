import type {
  Announcement,
  announcementList,
  AnnouncementReview,
  effectiveFilters,
} from '@portico/contract/announcements/announcement-admin.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import type { Tx } from '../../db/database.ts'
import { type StoredTranslations, translationsOf } from './announcement-languages.ts'
import { codeOfValue, valueId } from './announcement-values.ts'
import { run } from '../../db/run.ts'

interface Filters {
  titleText?: string | undefined
  type?: number | undefined
  userType?: number | undefined
  anncStatus?: number | undefined
  effectiveCd?: (typeof effectiveFilters)[number] | undefined
  announcementId?: number | undefined
  deletedFlg?: boolean | undefined
}

/** A request for the list; the two days are those of the filter Duration. */
export type AnnouncementFilters = Filters & {
  effectiveFromDt?: string | undefined
  effectiveToDt?: string | undefined
}

/** Published ones whose last day has passed are expired, also before the job has noted it. */
const status = (timeZone: string) => sql<string>`
  (case when a.status = 'published' and a.effective_to < business_today(${timeZone}::text) then 'expired' else a.status end)`

const isInEffect = (timeZone: string) => sql<boolean>`
  (a.effective_from <= business_today(${timeZone}::text)
    and (a.effective_to is null or a.effective_to >= business_today(${timeZone}::text)))`

/** The targets of one kind as a JSON list in order of their names. */
const targets = (table: string, key: string, names: { id: string; name: string }, target: string) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(${sql.lit(names.id)}, target.id, ${sql.lit(names.name)}, target.name)
                             order by target.name, target.id), '[]')
     from ${sql.table(table)} chosen join ${sql.table(target)} target on target.id = ${sql.ref(`chosen.${key}`)}
    where chosen.announcement_id = a.id)`

const nameOf = (column: string) => sql.raw(userNameSql(column))

const review = sql`
  case when a.status = 'review' then jsonb_build_object(
    'stateCd', case when a.sent_back_at is null then 'waiting' else 'sent_back' end,
    'submittedById', a.submitted_by, 'submittedByNm', ${nameOf('a.submitted_by')}, 'submittedDt', a.submitted_at,
    'sentBackByNm', ${nameOf('a.sent_back_by')}, 'sentBackDt', a.sent_back_at, 'noteTxt', a.sent_back_note) end`

/** An announcement as it is read: times within JSON are texts. */
type Row = Omit<Announcement, 'review' | 'languageCd' | 'translations'> & {
  language: string | null
  translations: StoredTranslations
  review: (Omit<AnnouncementReview, 'submittedDt' | 'sentBackDt'> & Times) | null
}
interface Times {
  submittedDt: string | null
  sentBackDt: string | null
}

/** The row with its times. */
export const announcementOf = ({ review: read, language, translations, ...row }: Row): Announcement => {
  const time = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...row,
    languageCd: languageOfCode(language),
    translations: translationsOf(translations).map((one) => ({
      languageCd: one.language,
      titleText: one.title,
      messageText: one.message,
    })),
    review: read && { ...read, submittedDt: time(read.submittedDt), sentBackDt: time(read.sentBackDt) },
  }
}

const rowOf = (timeZone: string): RawBuilder<Row> => sql<Row>`
  a.id as "announcementId", a.title as "titleText", a.message_html as "messageText",
  a.language, a.translations,
  ${valueId('SYSTEM_ANNC_TYPE', sql`a.kind`)} as "type",
  ${valueId('SYSTEM_ANNC_USER_TYPE', sql`a.audience`)} as "userType",
  ${valueId('SYSTEM_ANNC_STATUS', status(timeZone))} as "anncStatus",
  a.effective_from as "effectiveFromDt", a.effective_to as "effectiveToDt", a.created_at as "recordAddDt",
  (select jsonb_build_object('firstNm', author.first_name, 'lastNm', author.last_name)
     from users author where author.id = a.created_by) as "recordAddBy",
  ${targets('announcement_systems', 'system_id', { id: 'systemId', name: 'systemNm' }, 'systems')} as systems,
  ${targets('announcement_industries', 'industry_id', { id: 'marketId', name: 'marketNm' }, 'industries')}
    as "verticalIndustries",
  ${targets('announcement_departments', 'department_id', { id: 'departmentId', name: 'departmentNm' }, 'departments')}
    as departments,
  ${targets('announcement_clients', 'client_id', { id: 'clientId', name: 'clientNm' }, 'clients')} as clients,
  ${review} as review, a.version`

const hasPart = (title: RawBuilder<unknown>, text: string) =>
  sql`strpos(lower((${title}) collate "en-x-icu"), lower(${text} collate "en-x-icu")) > 0`

/** In effect on at least one day of a span; an open end has no limit. */
const overlaps = (from: string | undefined, to: string | undefined) => sql<boolean>`
  (a.effective_from <= coalesce(${to ?? null}::date, 'infinity')
    and coalesce(a.effective_to, 'infinity') >= coalesce(${from ?? null}::date, '-infinity'))`

/** All announcements for their administrators (ANNC-045, ANNC-071, ANNC-072). */
export function announcementSource(
  timeZone: string,
  { effectiveFromDt: from, effectiveToDt: to }: Pick<AnnouncementFilters, 'effectiveFromDt' | 'effectiveToDt'>,
): ListSource<(typeof announcementList.columns)[number], Filters, Row> {
  const effective = {
    Active: () => isInEffect(timeZone),
    Inactive: () => sql<boolean>`not ${isInEffect(timeZone)}`,
    Duration: () => overlaps(from, to),
  }
  return {
    from: sql`announcements a`,
    id: sql`a.id`,
    columns: {
      recordAddDt: sql`a.created_at`,
      titleText: sql`lower(a.title collate "en-x-icu")`,
      type: sql`a.kind`,
      userType: sql`a.audience`,
      anncStatus: status(timeZone),
      effectiveFromDt: sql`a.effective_from`,
      effectiveToDt: sql`coalesce(a.effective_to, 'infinity')`,
    },
    filters: {
      titleText: (text) => sql`(${hasPart(sql`a.title`, text)} or exists (
        select from jsonb_each(a.translations) other where ${hasPart(sql`other.value ->> 'title'`, text)}))`,
      type: (id) => sql`a.kind = ${codeOfValue('SYSTEM_ANNC_TYPE', id)}`,
      userType: (id) => sql`a.audience = ${codeOfValue('SYSTEM_ANNC_USER_TYPE', id)}`,
      anncStatus: (id) => sql`${status(timeZone)} = ${codeOfValue('SYSTEM_ANNC_STATUS', id)}`,
      effectiveCd: (code) => effective[code](),
      announcementId: (id) => sql`a.id = ${id}`,
      deletedFlg: (isWithDeleted) => (isWithDeleted ? sql`true` : sql`a.status <> 'deleted'`),
    },
    rows: { from: sql`announcements a`, id: sql`a.id`, select: rowOf(timeZone) },
  }
}

/**
 * Selects the announcements that the user can publish or send back. `requiresOther`: nobody reviews what they submitted
 * themselves (decision F1).
 */
export const announcementsToReview = (reviewerId: number, requiresOther: boolean): RawBuilder<unknown> => sql`
  select from announcements a
   where a.status = 'review' and a.sent_back_at is null
     and (not ${requiresOther}::boolean or a.submitted_by is distinct from ${reviewerId}::integer)`

/** One announcement as its administrators read it. */
export async function findAnnouncementForAdmin(tx: Tx, id: number, timeZone: string): Promise<Announcement> {
  const [found] = await run(tx, sql<Row>`select ${rowOf(timeZone)} from announcements a where a.id = ${id}`)
  if (!found) throw new Error('The announcement that was written is missing.')
  return announcementOf(found)
}
