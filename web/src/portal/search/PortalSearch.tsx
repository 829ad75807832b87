import { UnstyledButton } from '@mantine/core'
import { useEffect, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { SEARCH_MAX } from '@portico/contract/search/search.ts'
import { searchTexts } from '@portico/contract/search/search-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { useLoaded } from '../../patterns/use-loaded.ts'
import { KeystrokeField } from '../../ui/KeystrokeField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isModalOpen } from '../../ui/modal-stack.ts'
import classes from './PortalSearch.module.css'

const load = () => import('./SearchAndOpen.tsx')

const isMac = () => navigator.platform.startsWith('Mac')

/** Ctrl-K, or Cmd-K on a Mac, where Ctrl-K deletes to the end of a line. */
function useShortcut(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = isMac() ? event.metaKey : event.ctrlKey
      if (event.key.toLowerCase() !== 'k' || !command || event.altKey || event.shiftKey) return
      // An open dialog keeps the focus.
      if (isModalOpen()) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

/** The header's button that opens the search of everything that the user may see. */
export function PortalSearch() {
  const t = useTexts(searchTexts)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const close = () => {
    setIsOpen(false)
    setText('')
  }
  const loaded = useLoaded(load, isOpen, close)
  // Render before the next key arrives.
  const open = () => flushSync(() => setIsOpen(true))
  useShortcut(open)
  return (
    <>
      <SearchButton onClick={open} onPointerEnter={() => void load().catch(() => undefined)} />
      {isOpen && !loaded && (
        <KeystrokeField label={t.search_field} maxLength={SEARCH_MAX} text={text} onText={setText} onClose={close} />
      )}
      {loaded && <loaded.SearchAndOpen isOpen={isOpen} text={text} onText={setText} onClose={close} />}
    </>
  )
}

/** The button alone, without the keys that press it. */
export function SearchButton(props: Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter'>) {
  const t = useTexts(searchTexts)
  return (
    <UnstyledButton
      {...props}
      className={classes['open']}
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
    >
      <Icon name="search" size={16} />
      <span className={classes['word']}>{t.search_open}</span>
      <kbd className={classes['keys']} aria-hidden="true">
        {isMac() ? t.search_keys_mac : t.search_keys}
      </kbd>
    </UnstyledButton>
  )
}
