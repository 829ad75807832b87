import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './TabbedPage.module.css'
import { useTab } from './use-tab.ts'

interface PageTab<Tab extends string> {
  id: Tab
  title: string
  panel: ReactNode
}

interface TabbedPageProps<Tab extends string> {
  /** Accessible name of the tab list. */
  label: string
  /** At least one. */
  tabs: readonly PageTab<Tab>[]
  /** For pages whose path names the tab: the open one, and how another is opened. The search params hold it otherwise. */
  inPath?: { open: Tab; setOpen: (next: Tab) => void }
}

/** A page with tabs; the address holds the open one. A form with unsaved values asks before the tab changes. */
export function TabbedPage<Tab extends string>({ label, tabs, inPath }: TabbedPageProps<Tab>) {
  const ids = tabs.map((tab) => tab.id) as [Tab, ...Tab[]]
  const [openInSearch, setOpenInSearch] = useTab(ids)
  const { open, setOpen } = inPath ?? { open: openInSearch, setOpen: setOpenInSearch }
  const openTab = (value: string | null) => {
    const next = ids.find((each) => each === value)
    if (next !== undefined && next !== open) setOpen(next)
  }
  return (
    <Tabs unstyled keepMounted={false} value={open} onChange={openTab}>
      <Tabs.List aria-label={label} className={classes['tabs'] ?? ''}>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} ref={id === open ? scrollIntoTabs : null} value={id} className={classes['tab'] ?? ''}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, panel }) => (
        <Tabs.Panel key={id} value={id} tabIndex={0} className={classes['panel'] ?? ''}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Scrolls the list of tabs, never the page, until one is seen: on a phone it has more than fit. */
function scrollIntoTabs(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!tab || !list) return
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right
  else if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left
}
