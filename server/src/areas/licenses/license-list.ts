import type { License, licenseList } from '@portico/contract/licenses/licenses.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { hasWords } from '../../db/search-words.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { stateSql } from './license-store.ts'

type LicenseRow = Omit<License, 'languageList' | 'createdDt'> & { createdDt: Date; codes: (string | null)[] }

const withClients = sql`latest_licenses license left join clients client on client.id = license.client_id`

/** The default license and those of clients that have or had one of their own; the default sorts before any name. */
export const licenses: ListSource<(typeof licenseList.columns)[number], { nm?: string | undefined }, LicenseRow> = {
  from: withClients,
  id: sql`license.id`,
  where: sql`client.is_deleted is not true`,
  columns: { clientNm: sql`coalesce(client.name::text, '')`, createdDt: sql`license.created_at` },
  filters: { nm: (text) => hasWords(sql`lower(client.name::text collate "en-x-icu") collate "C"`, text) },
  rows: {
    from: withClients,
    id: sql`license.id`,
    select: sql<LicenseRow>`license.id as "licenseId", license.client_id as "clientId",
      client.name::text as "clientNm", license.version, ${sql.raw(stateSql)} as "stateCd", license.title as "titleTxt",
      array[license.language] || array(select jsonb_object_keys(license.translations) order by 1) as codes,
      license.created_at as "createdDt", ${sql.raw(userNameSql('license.created_by'))} as "createdByNm"`,
  },
}
