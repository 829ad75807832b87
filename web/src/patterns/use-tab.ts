import { useLocation, useRouter } from '@tanstack/react-router'

/** The tab that the address names, or else the first one. */
export const tabIn = <Tab extends string>(tabs: readonly [Tab, ...Tab[]], search: object): Tab =>
  tabs.find((tab) => 'tab' in search && search.tab === tab) ?? tabs[0]

/** The open tab of a page, kept in its address. Changing it clears the other search params. */
export function useTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [Tab, (next: Tab) => void] {
  const router = useRouter()
  const search = useLocation({ select: (location) => location.search })
  const open = (next: Tab) => {
    const query = router.options.stringifySearch(next === tabs[0] ? {} : { tab: next })
    void router.navigate({ href: router.latestLocation.pathname + query })
  }
  return [tabIn(tabs, search), open]
}
