import * as z from 'zod/mini'
import { OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'

/** Maximum characters of a search. */
export const SEARCH_MAX = 100
/** Maximum results of each kind. */
export const HITS_PER_KIND = 6

/** Kinds in display order. */
export const searchKinds = ['tile', 'page', 'item', 'link', 'document', 'shared', 'announcement'] as const

/** A search result that the user may see. */
export const SearchHit = z.object({
  kindCd: z.enum(searchKinds),
  /** Id of the tile, page, link, document or announcement; for a search item: of its page. */
  id: z.int(),
  titleTxt: z.string(),
  /** Where it belongs: tile of a page, page of a search item, address of a link, owner of a shared document. */
  placeTxt: z.nullable(z.string()),
  /** The tile that opens the page. */
  sectionId: z.nullable(z.int()),
})
export type SearchHit = z.output<typeof SearchHit>

export const searchPortal = endpoint({
  name: 'searchPortal',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/search/cpusers/{uid}/results',
  guard: signedIn(),
  params: OwnUid,
  query: z.strictObject({ text: text(SEARCH_MAX) }),
  data: z.array(SearchHit),
})

export const summaries = {
  searchPortal: 'Results that contain all words: tiles, pages, search items, links, documents, announcements',
}
