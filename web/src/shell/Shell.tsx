import { useMergedRef } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { currentEmulation } from '../api/emulation.ts'
import { useTexts } from '../api/texts.ts'
import { restoreFocusOnPage } from '../ui/restore-focus-on-removal.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { EmulationBanner } from './EmulationBanner.tsx'
import { Header } from './Header.tsx'
import { IdleWatch } from './IdleWatch.tsx'
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
        <a
          className={classes['skip']}
          href="#content"
          onClick={(event) => {
            // Moves the focus without changing the address.
            event.preventDefault()
            content.current?.focus()
          }}
        >
          {t.skip_to_content}
        </a>
        {emulation && <EmulationBanner emulation={emulation} />}
        <Header search={search} bell={bell} />
        <main ref={main} id="content" className={classes['content']} tabIndex={-1}>
          <Outlet />
        </main>
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
