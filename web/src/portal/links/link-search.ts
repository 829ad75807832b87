import type { UserLink } from '@portico/contract/links/links.ts'
import { listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'
import { perLocale } from '../../ui/locale.ts'

export const linkSearch = listSearch(
  { columns: ['linkNm', 'linkUrlTxt'], defaultSort: { column: 'linkNm', direction: 'asc' }, filters: {} },
  { q: textFilter() },
)

export interface LinkFilters {
  readonly q: string | undefined
}

const collator = perLocale((locale) => new Intl.Collator(locale, { numeric: true }))

/** The links whose name or address contains the text, sorted (LINK-004, LINK-005). */
export function shownLinks(
  links: readonly UserLink[],
  { filters: { q = '' }, sort: { column, direction } }: ListValues<LinkFilters, 'linkNm' | 'linkUrlTxt'>,
): UserLink[] {
  const word = q.toLowerCase()
  const turn = direction === 'desc' ? -1 : 1
  return links
    .filter(({ linkNm, linkUrlTxt }) => `${linkNm}\n${linkUrlTxt}`.toLowerCase().includes(word))
    .toSorted((one, other) => turn * collator().compare(one[column], other[column]))
}
