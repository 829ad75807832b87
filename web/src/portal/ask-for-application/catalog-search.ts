import type { RequestableApplication } from '@portico/contract/access-requests/access-requests.ts'
import { screenSearch, textFilter } from '../../patterns/list-search.ts'

/** The term of the catalog, as it stands in the address. */
export const readCatalogSearch = screenSearch({ q: textFilter() })

/** The applications that have all words of the term in their names or in what can be done with them, in any order. */
export function matchingApplications(
  applications: readonly RequestableApplication[],
  term: string,
): RequestableApplication[] {
  const words = term.toLowerCase().split(/\s+/)
  return applications.filter(({ pageNm, sectionNm, applicationSubLinks: uses }) => {
    const text = [pageNm, sectionNm, ...uses.flatMap((use) => [use.sublinkNm, use.descriptionTxt])]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
