import { Outlet } from '@tanstack/react-router'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { Header } from './Header.tsx'
import { HeaderPlacesContext } from './header-slots.tsx'
import { IdleWatch } from './IdleWatch.tsx'
import classes from './Shell.module.css'
import { Version } from './Version.tsx'

/** The frame around every page for signed-in people; `search` stands in the middle of its header. */
export function Shell({ search }: { search: ReactNode }) {
  const t = useTexts(generalTexts)
  const [bell, setBell] = useState<HTMLElement | null>(null)
  const content = useRef<HTMLElement>(null)
  const places = useMemo(() => ({ bell }), [bell])
  return (
    <HeaderPlacesContext value={places}>
      <div className={classes['frame']}>
        <a
          className={classes['skip']}
          href="#content"
          onClick={(event) => {
            // The focus moves, the address stays.
            event.preventDefault()
            content.current?.focus()
          }}
        >
          {t.skip_to_content}
        </a>
        <Header search={search} bellPlace={setBell} />
        <main ref={content} id="content" className={classes['content']} tabIndex={-1}>
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
      <Toasts closeLabel={t.close} />
    </HeaderPlacesContext>
  )
}
