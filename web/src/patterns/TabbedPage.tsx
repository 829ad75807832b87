import { Fragment, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import classes from './TabbedPage.module.css'
import { useTab } from './use-tab.ts'

export interface PageTab<Tab extends string> {
  id: Tab
  title: string
  panel: ReactNode
}

interface TabbedPageProps<Tab extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly [PageTab<Tab>, ...PageTab<Tab>[]]
  /** For pages whose path names the tab: the open one, and how another is opened. The search params hold it otherwise. */
  inPath?: { open: Tab; setOpen: (next: Tab) => void }
}

/** A page with tabs; the address holds the open one. A form with unsaved values asks before the tab changes. */
export function TabbedPage<Tab extends string>({ label, tabs, inPath }: TabbedPageProps<Tab>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const ids = tabs.map((tab) => tab.id) as [Tab, ...Tab[]]
  const [openInSearch, setOpenInSearch] = useTab(ids)
  const { open, setOpen } = inPath ?? { open: openInSearch, setOpen: setOpenInSearch }
  const at = ids.indexOf(open)
  const { panel } = tabs[at] ?? tabs[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = {
      ArrowRight: (at + 1) % ids.length,
      ArrowLeft: (at + ids.length - 1) % ids.length,
      Home: 0,
      End: ids.length - 1,
    }
    const next = moves[event.key]
    const tab = next === undefined ? undefined : ids[next]
    if (next === undefined || tab === undefined) return
    event.preventDefault()
    setOpen(tab)
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <>
      <div ref={row} role="tablist" tabIndex={-1} aria-label={label} className={classes['tabs']} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            className={classes['tab']}
            onClick={() => setOpen(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open}`}
        tabIndex={0}
        className={classes['panel']}
      >
        <Fragment key={open}>{panel}</Fragment>
      </div>
    </>
  )
}
