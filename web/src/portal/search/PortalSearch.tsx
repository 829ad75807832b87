import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { searchTexts } from '@portico/contract/texts/search-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { isWindowOpen } from '../../ui/open-windows.ts'
import classes from './PortalSearch.module.css'

const load = () => import('./SearchAndOpen.tsx')
const SearchAndOpen = lazy(() => load().then((module) => ({ default: module.SearchAndOpen })))

const isMac = () => navigator.platform.startsWith('Mac')

/** Ctrl-K, on a Mac Cmd-K, where Ctrl-K cuts a line short. */
function useShortcut(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = isMac() ? event.metaKey : event.ctrlKey
      if (event.key.toLowerCase() !== 'k' || !command || event.altKey || event.shiftKey) return
      // A window over the page keeps the focus.
      if (isWindowOpen()) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

/** Stands in the header and opens the search of everything that the person may see. */
export function PortalSearch() {
  const t = useTexts(searchTexts)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  useShortcut(open)
  return (
    <>
      <UnstyledButton
        className={classes['open']}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        onClick={open}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Icon name="search" size={16} />
        <span className={classes['word']}>{t.search_open}</span>
        <kbd className={classes['keys']} aria-hidden="true">
          {isMac() ? t.search_keys_mac : t.search_keys}
        </kbd>
      </UnstyledButton>
      <Suspense>{wasOpened && <SearchAndOpen isOpen={isOpen} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
