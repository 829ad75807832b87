import { createHash } from 'node:crypto'
import type { BrandMode } from '@portico/contract/brand-rules.ts'
import { query, queueQuery } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import type { BrandParts } from './branding-rules.ts'

/** A saved brand of a client, or of the portal. */
export interface BrandVersion extends BrandParts {
  id: number
  mode: BrandMode
  changedAt: Date
  /** Null: nobody, or a user whom the scope does not show. */
  changedByName: string | null
}

/** Versions that a history shows. */
const HISTORY_LENGTH = 50

const versions = `
  select version.id, version.mode, version.tile_color as "tileColor", version.button_color as "buttonColor",
         json_build_object('logoImage', logo_etag, 'logoDarkImage', logo_dark_etag,
                           'homeImage', home_background_etag, 'loginImage', login_background_etag) as images,
         version.created_at as "changedAt", ${userNameSql('version.created_by')} as "changedByName"
    from branding_versions version
   where version.client_id is not distinct from $1
   order by version.id desc limit $2 offset $3`

const addVersion = `
  insert into branding_versions (client_id, mode, tile_color, button_color, logo_etag, logo_dark_etag,
    home_background_etag, login_background_etag, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`

/** The tables `branding_versions` and `brand_images`; a client id of null is the portal itself. */
export function brandStore(tx: Tx) {
  const find = async (clientId: number | null, back: number) =>
    (await query<BrandVersion>(tx, versions, [clientId, 1, back]))[0]
  return {
    /** Holds all other changes of this brand until the transaction ends. */
    lock: (clientId: number | null): void => {
      queueQuery(tx, `select pg_advisory_xact_lock(hashtext('brand'), $1)`, [clientId ?? 0])
    },
    /** The name of a client that exists. */
    clientName: async (clientId: number): Promise<string | undefined> =>
      (
        await query<{ name: string }>(tx, 'select name::text from clients where id = $1 and not is_deleted', [clientId])
      )[0]?.name,
    current: (clientId: number | null): Promise<BrandVersion | undefined> => find(clientId, 0),
    previous: (clientId: number | null): Promise<BrandVersion | undefined> => find(clientId, 1),
    history: (clientId: number | null): Promise<BrandVersion[]> =>
      query<BrandVersion>(tx, versions, [clientId, HISTORY_LENGTH, 0]),
    add: async (
      clientId: number | null,
      { tileColor, buttonColor, images, mode }: BrandParts & { mode: BrandMode },
      userId: number,
    ): Promise<number> => {
      const { logoImage, logoDarkImage, homeImage, loginImage } = images
      const columns = [tileColor, buttonColor, logoImage, logoDarkImage, homeImage, loginImage]
      const [added] = await query<{ id: number }>(tx, addVersion, [clientId, mode, ...columns, userId])
      return Number(added?.id)
    },
    /** Stores an image; returns its key. */
    putImage: (image: Buffer): string => {
      const key = createHash('sha256').update(image).digest('hex')
      queueQuery(tx, 'insert into brand_images (key, image) values ($1, $2) on conflict do nothing', [key, image])
      return key
    },
  }
}
