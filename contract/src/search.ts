import * as z from 'zod/mini'
import { OwnUid, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { signedIn } from './kit/guard.ts'

/** Most letters of a search. */
export const SEARCH_MAX = 100
/** Hits of each kind. */
export const HITS_OF_A_KIND = 6

/** In the order in which they are shown. */
export const searchKinds = ['tile', 'page', 'item', 'link', 'document', 'shared', 'announcement', 'admin'] as const

/** Something that the person may see and whose words were asked for. */
export const SearchHit = z.object({
  kindCd: z.enum(searchKinds),
  /** Of the tile, page, link, document or announcement; of a search item: its page. */
  id: z.int(),
  titleTxt: z.string(),
  /** Where it is: tile of a page, page of a search item, address of a link, owner of a shared document. */
  placeTxt: z.nullable(z.string()),
  /** The tile through which a page opens. */
  sectionId: z.nullable(z.int()),
})
export type SearchHit = z.output<typeof SearchHit>

export const searchPortal = endpoint({
  name: 'searchPortal',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/search/cpusers/{uid}/results',
  guard: signedIn,
  summary: 'What has all the words: tiles, pages, search items, links, documents, announcements, administration pages',
  params: OwnUid,
  query: z.strictObject({ text: text(SEARCH_MAX) }),
  data: z.array(SearchHit),
})
