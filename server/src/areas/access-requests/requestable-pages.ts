import type { RequestableApplication } from '@portico/contract/access-requests/access-requests.ts'
import type { Tx } from '../../db/database.ts'
import { allGates, gatesBeforeGrant, pagesOfUsers, tileImageUrl } from '../home/public.ts'
import { run, runFirst } from '../../db/run.ts'
import { int, json, nullable, statement, text, textOf } from '../../db/statement.ts'

/**
 * SQL of the pages that a user may ask for or has, $1 being the user's id: flagged as requestable, and closed by nothing
 * but a missing grant (rule C1, S39). Pages of the portal itself and of "All Applications" are never asked for.
 */
const catalogPages = `
    ${pagesOfUsers}
   where u.id = $1 and p.is_requestable and sy.id > 2 and sy.is_assignable
     and ${gatesBeforeGrant}`

const selectCatalog = statement([int], {
  name: 'access-requests: select catalog',
  text: `select * from (
      select p.id as "pageId", p.name::text as "pageNm", s.name::text as "sectionNm", s.id as "sectionId",
             s.tile_color as "tileColor",
             (select etag from section_images where section_id = s.id) as "imageEtag",
             coalesce((select jsonb_agg(jsonb_build_object('sublinkNm', item.name, 'descriptionTxt', item.description)
                                        order by item.display_order, item.id)
                         from page_search_items item where item.page_id = p.id), '[]') as "applicationSubLinks",
             case when ${allGates} then 'held'
                  when exists (select from access_requests asked
                                where asked.user_id = $1 and asked.page_id = p.id and asked.state = 'pending')
                  then 'waiting' else 'open' end as "requestableStateCd"
        ${catalogPages}) catalog
      order by "requestableStateCd" = 'held', "sectionNm" collate "en-x-icu", "pageNm" collate "en-x-icu", "pageId"`,
  row: {
    pageId: int,
    pageNm: text,
    sectionNm: text,
    sectionId: int,
    tileColor: nullable(text),
    imageEtag: nullable(text),
    applicationSubLinks: json<RequestableApplication['applicationSubLinks']>(),
    requestableStateCd: textOf<RequestableApplication['requestableStateCd']>(),
  },
})

/** The applications that a user may ask for or has asked for, and after them those of them that the user has. */
export async function readRequestablePages(tx: Tx, userId: number): Promise<RequestableApplication[]> {
  const pages = await run(tx, selectCatalog(userId))
  return pages.map(({ sectionId, imageEtag, ...page }) => ({ ...page, tileImage: tileImageUrl(sectionId, imageEtag) }))
}

const isRequestableStatement = statement([int, int], {
  name: 'access-requests: is requestable',
  text: `select ${catalogPages} and not (${allGates}) and p.id = $2`,
})

/** True where the user may ask for the page, whether they have asked or not. */
export async function isRequestable(tx: Tx, userId: number, pageId: number): Promise<boolean> {
  const found = await runFirst(tx, isRequestableStatement(userId, pageId))
  return found !== undefined
}
