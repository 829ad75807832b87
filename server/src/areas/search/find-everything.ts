import { HITS_PER_KIND, type SearchHit, searchKinds } from '@portico/contract/search/search.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Caller } from '../../http/caller.ts'
import { announcementsInForce } from '../announcements/public.ts'
import { openShares } from '../documents/public.ts'
import { visiblePages } from '../home/public.ts'
import { run } from '../../db/run.ts'
import { int, nullable, statement, text, textOf } from '../../db/statement.ts'

/** Every search word occurs in the text. */
const hasWords = (expression: string) =>
  `not exists (select from unnest(asked.words) word where strpos(lower(${expression}), word) = 0)`

/** Ranks texts that begin with the search text first, then texts with a word that does. */
const rankOf = (expression: string) =>
  `case when strpos(lower(${expression}), asked.phrase) = 1 then 0
        when strpos(' ' || lower(${expression}), ' ' || asked.phrase) > 0 then 1 else 2 end`

interface Source {
  from: string
  id: string
  title: string
  /** Further words that match. */
  also?: string
  place?: string
  section?: string
}

/** The searched sources by kind; each returns exactly what the lists of its area show the user. */
const sources: Readonly<Record<SearchHit['kindCd'], Source>> = {
  tile: {
    from: '(select distinct section_id, section_name from visible) tile',
    id: 'tile.section_id',
    title: 'tile.section_name',
    section: 'tile.section_id',
  },
  page: {
    from: 'visible page',
    id: 'page.id',
    title: 'page.name',
    also: 'page.section_name',
    place: 'page.section_name',
    section: 'page.section_id',
  },
  item: {
    from: 'page_search_items item join visible page on page.id = item.page_id',
    id: 'page.id',
    title: 'item.name',
    also: `coalesce(item.description, '')`,
    place: 'page.name',
    section: 'page.section_id',
  },
  link: {
    from: '(select * from user_links where user_id = $1) link',
    id: 'link.id',
    title: 'link.name',
    also: 'link.address',
    place: 'link.address',
  },
  document: {
    from: '(select * from documents where owner_id = $1 and trashed_at is null) document',
    id: 'document.id',
    title: 'document.name',
  },
  shared: {
    from: `(${openShares('$3')} and share.recipient_id = $1) document`,
    id: 'document.id',
    title: 'document.name',
    place: `document.first_name || ' ' || document.last_name`,
  },
  announcement: {
    from: `(${announcementsInForce('$3', '$4')}) announcement`,
    id: 'announcement.announcement_id',
    title: 'announcement.title',
  },
}

function hitsOf(kind: SearchHit['kindCd']): string {
  const { from, id, title, also, place = 'null', section = 'null::integer' } = sources[kind]
  return `(select '${kind}' as "kindCd", ${id} as id, ${title}::text as "titleTxt", ${place}::text as "placeTxt", ${section} as "sectionId",
                  ${rankOf(title)} as rank
             from asked cross join ${from}
            where ${hasWords(also === undefined ? title : `${title} || ' ' || ${also}`)}
            order by rank, lower(${title}), ${id} limit ${HITS_PER_KIND})`
}

const search = statement([int, text, text, text], {
  name: 'search: search',
  text: `
  with asked as materialized (
    select lower(btrim($2)) as phrase, regexp_split_to_array(lower(btrim($2)), '\\s+') as words),
  visible as materialized (${visiblePages})
  ${searchKinds.map(hitsOf).join(' union all ')}`,
  row: {
    kindCd: textOf<'item' | 'document' | 'announcement' | 'page' | 'tile' | 'link' | 'shared'>(),
    id: int,
    titleTxt: text,
    placeTxt: nullable(text),
    sectionId: nullable(int),
    rank: int,
  },
})

const kindOrder = new Map(searchKinds.map((kind, index) => [kind, index]))

export interface PortalSearch {
  text: string
  timeZone: string
  /** Of the announcements that have texts in several. */
  language: Language
}

/** Returns the best hits of each kind for the caller, in one statement; kinds in their order, the best first. */
export async function findEverything(
  db: Db,
  caller: Caller,
  { text, timeZone, language }: PortalSearch,
): Promise<SearchHit[]> {
  if (text.trim() === '') return []
  // Sharers of documents are other users; each part filters by the caller itself.
  const rows = await db.read(everything, (tx) => run(tx, search(caller.user.id, text, timeZone, language)))
  return rows
    .toSorted((one, other) => orderOf(one) - orderOf(other) || one.rank - other.rank)
    .map(({ rank: _, ...hit }) => hit)
}

const orderOf = ({ kindCd }: SearchHit) => kindOrder.get(kindCd) ?? 0
