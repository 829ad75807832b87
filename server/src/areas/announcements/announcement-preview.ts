import type {
  announcementPersonList,
  listAnnouncementPersons,
  previewAnnouncement,
} from '@portico/contract/announcements/announcement-audience.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import { sql } from 'kysely'
import { hasWords } from '../../db/search-words.ts'
import { userNameColumns } from '../../db/user-orders.ts'
import type { ListSource } from '../../db/list-page.ts'
import type { Tx } from '../../db/database.ts'
import { brandColumns, brandJoins, type BrandRow, imageUrl } from '../branding/public.ts'
import { type Addressees, audienceConditions } from './announcement-reach.ts'
import { getsSms } from './sms-recipients.ts'
import { run } from '../../db/run.ts'

type Person = DataOf<typeof listAnnouncementPersons>[number]

/** The active users of the scope, by words of their name, user ID or email. */
export const previewPersons: ListSource<(typeof announcementPersonList.columns)[number], { nm: string }, Person> = {
  from: sql`users_in_scope person`,
  id: sql`person.id`,
  where: sql`person.status = 1`,
  columns: userNameColumns('person'),
  filters: {
    nm: (text) => hasWords(sql`person.search_text`, text),
  },
  searches: ['nm'],
  rows: {
    from: sql`(users person join clients client on client.id = person.client_id)`,
    id: sql`person.id`,
    select: sql<Person>`person.id as "userId", person.user_name as "userNm", person.first_name as "firstNm",
      person.last_name as "lastNm", client.name::text as "employerNm"`,
  },
}

type Preview = DataOf<typeof previewAnnouncement>

/** How a user would see an announcement; undefined where the scope has no such user. */
export async function previewFor(tx: Tx, userId: number, addressees: Addressees): Promise<Preview | undefined> {
  const conditions = audienceConditions(addressees)
  const failed = conditions.map(([gate, condition]) => sql`case when (${condition}) is not true then ${gate}::text end`)
  const [row] = await run(
    tx,
    sql<BrandRow & Omit<Preview, 'seesFlg' | 'languageCd'> & { language: string | null }>`
      select array_remove(array[${sql.join(failed)}], null) as "failedGates",
             person.wants_mail as "mailFlg", ${sql.raw(getsSms('person'))} as "textFlg",
             person.first_name as "firstNm", person.language, client.name::text as "employerNm", ${sql.raw(brandColumns)}
        from users person
        join clients client on client.id = person.client_id
        ${sql.raw(brandJoins('person.client_id'))}
       where person.id = ${userId}`,
  )
  if (!row) return undefined
  const { failedGates, mailFlg, textFlg, firstNm, employerNm } = row
  const seesFlg = failedGates.length === 0
  return {
    seesFlg,
    failedGates,
    mailFlg: seesFlg && mailFlg,
    textFlg: seesFlg && textFlg,
    firstNm,
    languageCd: languageOfCode(row.language),
    employerNm,
    colorTxt: row.tileColor,
    pryButtonColorTxt: row.buttonColor,
    logoUrl: imageUrl(row.logoEtag),
    logoDarkUrl: imageUrl(row.logoDarkEtag),
    homeBgUrl: imageUrl(row.homeBackgroundEtag),
  }
}
