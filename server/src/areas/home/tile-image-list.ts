import type { TileImage, tileImageList } from '@portico/contract/home/tile-images.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'

interface TileImageRow extends Pick<TileImage, 'sectionId' | 'sectionNm' | 'changedDt'> {
  etag: string | null
}

/** The sections with their uploaded images. */
export const tileImageRows: ListSource<
  (typeof tileImageList.columns)[number],
  { nm?: string | undefined; sectionId?: number | undefined },
  TileImageRow
> = {
  from: sql`sections section`,
  id: sql`section.id`,
  where: sql`section.deleted_at is null`,
  columns: {
    sectionNm: sql`section.name`,
    changedDt: sql`(select updated_at from section_images where section_id = section.id)`,
  },
  filters: {
    nm: (text) => sql`strpos(lower(section.name), lower(${text} collate "en-x-icu")) > 0`,
    sectionId: (id) => sql`section.id = ${id}`,
  },
  rows: {
    from: sql`sections section left join section_images image on image.section_id = section.id`,
    id: sql`section.id`,
    select: sql<TileImageRow>`section.id as "sectionId", section.name::text as "sectionNm",
      image.updated_at as "changedDt", image.etag`,
  },
}
