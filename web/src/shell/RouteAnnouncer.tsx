import { VisuallyHidden } from '@mantine/core'
import { useRouter, type AnyRouteMatch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { texts } from '../api/texts.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Of the page, for the tab and for whoever cannot see that it changed. */
    title?: () => string
  }
}

/** Where nothing is there is no route either, and the page says so itself. */
const titleOf = (matches: AnyRouteMatch[]): string =>
  matches.some((match) => match._notFound === true)
    ? texts(generalTexts).address_not_found
    : (matches.findLast((match) => match.staticData.title)?.staticData.title?.() ?? '')

/** After each change of page: names it, moves the focus to its heading, starts at its top. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const title = titleOf(router.state.matches)
        const product = texts(generalTexts).product_name
        document.title = title ? `${title} · ${product}` : product
        // The first page is announced by the browser itself.
        if (!fromLocation || !pathChanged) return
        window.scrollTo(0, 0)
        focusHeading()
        setAnnounced(title)
      }),
    [router],
  )
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announced}
    </VisuallyHidden>
  )
}

function focusHeading() {
  // A page that puts the focus somewhere itself knows better.
  if (document.querySelector('main')?.contains(document.activeElement)) return
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
