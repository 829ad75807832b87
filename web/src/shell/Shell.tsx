import { useMergedRef } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { currentEmulation } from '../api/emulation.ts'
import { useTexts } from '../api/texts.ts'
import { focusElement } from '../ui/list-position.ts'
import { restoreFocusOnPage } from '../ui/restore-focus-on-removal.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { EmulationBanner } from './EmulationBanner.tsx'
import { Header } from './Header.tsx'
import { IdleWatch } from './IdleWatch.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import { Reauthentication } from './Reauthentication.tsx'
import classes from './Shell.module.css'
import { Version } from './Version.tsx'

/** The frame around every page for signed-in users, with slots for search and announcements in its header. */
export function Shell({ search, bell }: { search: ReactNode; bell: ReactNode }) {
  const t = useTexts(generalTexts)
  const content = useRef<HTMLElement>(null)
  // Begins and ends with a load of the page.
  const [emulation] = useState(currentEmulation)
  const main = useMergedRef(content, restoreFocusOnPage)
  return (
    <>
      <div className={classes['frame']} data-emulated={emulation !== null || undefined}>
        <SkipLink to="content" onFollow={() => content.current?.focus()}>
          {t.skip_to_content}
        </SkipLink>
        <SkipLink to="list" onFollow={() => focusList(content.current)}>
          {t.skip_to_list}
        </SkipLink>
        {emulation && <EmulationBanner emulation={emulation} />}
        <Header search={search} bell={bell} />
        <main ref={main} id="content" className={classes['content']} tabIndex={-1}>
          <Outlet />
        </main>
        <OfflineLine />
        <footer className={classes['foot']}>
          <div className={classes['line']}>
            <span>{t.product_name}</span>
            <Version />
          </div>
        </footer>
      </div>
      <IdleWatch />
      <Reauthentication />
      <Toasts closeLabel={t.close} />
    </>
  )
}

interface SkipLinkProps {
  to: 'content' | 'list'
  onFollow: () => void
  children: ReactNode
}

/** A link that is seen while it has the focus; that to the list is there only on pages with one. */
const SkipLink = ({ to, onFollow, children }: SkipLinkProps) => (
  <a
    className={classes['skip']}
    data-to={to}
    // A list has no address of its own within the page.
    href="#content"
    onClick={(event) => {
      // Moves the focus without changing the address.
      event.preventDefault()
      onFollow()
    }}
  >
    {children}
  </a>
)

function focusList(content: HTMLElement | null) {
  const list = content?.querySelector<HTMLElement>('[data-list]')
  if (!list) return
  focusElement(list)
  list.scrollIntoView()
}
