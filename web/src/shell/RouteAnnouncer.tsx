import { VisuallyHidden } from '@mantine/core'
import { isNotFound, useRouter, type AnyRouteMatch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { texts, useLanguage } from '../api/texts.ts'
import { NO_ACCESS } from './NotFoundPage.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the page, for the tab and for screen readers. */
    title?: () => string
  }
}

/** Unknown addresses have no route; their page sets the title itself. */
function titleOf(matches: AnyRouteMatch[]): string {
  const { address_not_found: notFound, no_access: noAccess } = texts(generalTexts)
  if (matches.some(({ error }) => isNotFound(error) && error.data === NO_ACCESS.data)) return noAccess
  if (matches.some((match) => match._notFound === true)) return notFound
  return matches.findLast((match) => match.staticData.title)?.staticData.title?.() ?? ''
}

/** After each navigation: announces the page, focuses its heading, scrolls to the top. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
  const language = useLanguage()
  useEffect(() => {
    if (router.state.resolvedLocation) setDocumentTitle(titleOf(router.state.matches))
  }, [router, language])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const title = titleOf(router.state.matches)
        setDocumentTitle(title)
        // The browser itself announces the first page.
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

function setDocumentTitle(title: string) {
  const product = texts(generalTexts).product_name
  document.title = title ? `${title} · ${product}` : product
}

function focusHeading() {
  // Leave the focus to a page that has already set it, and to a message whose offer is about to be taken.
  if (document.activeElement?.closest('main, [data-messages]')) return
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
