import type { UserLink } from '@portico/contract/links.ts'

/** What the address of the links says; what is left out is as usual: by name, all of them. */
export interface LinkSearch {
  q?: string
  sort?: 'linkUrlTxt'
  dir?: 'desc'
}

/** Takes an address as it comes: what does not fit is left out. */
export function readLinkSearch({ q, sort, dir }: Record<string, unknown>): LinkSearch {
  const word = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return {
    ...(word === '' ? {} : { q: word }),
    ...(sort === 'linkUrlTxt' ? { sort } : {}),
    ...(dir === 'desc' ? { dir } : {}),
  }
}

const collator = new Intl.Collator('en', { numeric: true })

/** The links that have the letters in their name or address, in the chosen order (LINK-004, LINK-005). */
export function shownLinks(links: readonly UserLink[], { q = '', sort, dir }: LinkSearch): UserLink[] {
  const word = q.toLowerCase()
  const column = sort ?? 'linkNm'
  const turn = dir === 'desc' ? -1 : 1
  return links
    .filter(({ linkNm, linkUrlTxt }) => `${linkNm}\n${linkUrlTxt}`.toLowerCase().includes(word))
    .toSorted((one, other) => turn * collator.compare(one[column], other[column]))
}
