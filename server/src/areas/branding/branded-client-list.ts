import type { brandedClientList } from '@portico/contract/branding/client-branding.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { hasWords } from '../../db/search-words.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import type { BrandVersion } from './brand-store.ts'

interface BrandedClientRow {
  clientId: number
  clientNm: string
  /** The newest version, with its time as text. */
  version: (Omit<BrandVersion, 'changedAt'> & { changedAt: string }) | null
}

/** The clients whose settings the user may change: every one, or the employer of an external user. */
export const brandedClients = ({
  isInternal,
  clientId,
}: {
  isInternal: boolean
  clientId: number
}): ListSource<(typeof brandedClientList.columns)[number], { nm?: string | undefined }, BrandedClientRow> => ({
  from: sql`clients client`,
  id: sql`client.id`,
  where: isInternal ? sql`not client.is_deleted` : sql`not client.is_deleted and client.id = ${clientId}`,
  columns: {
    clientNm: sql`client.name`,
    changedDt: sql`(select max(created_at) from branding_versions where client_id = client.id)`,
  },
  filters: { nm: (text) => hasWords(sql`lower(client.name::text collate "en-x-icu") collate "C"`, text) },
  rows: {
    from: sql`clients client
      left join lateral (select * from branding_versions where client_id = client.id order by id desc limit 1) version on true`,
    id: sql`client.id`,
    select: sql<BrandedClientRow>`client.id as "clientId", client.name::text as "clientNm",
      case when version.id is not null then json_build_object(
        'id', version.id, 'mode', version.mode, 'tileColor', version.tile_color, 'buttonColor', version.button_color,
        'images', json_build_object('logoImage', version.logo_etag, 'logoDarkImage', version.logo_dark_etag,
                                    'homeImage', version.home_background_etag, 'loginImage', version.login_background_etag),
        'changedAt', version.created_at, 'changedByName', ${sql.raw(userNameSql('version.created_by'))}) end as version`,
  },
})
