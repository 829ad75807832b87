import { Modal as LibraryModal } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { useLayoutEffect, type ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import { keepFocusInWindow } from './keep-focus.ts'
import classes from './Modal.module.css'
import { countWindow } from './open-windows.ts'
import { focusHeading, placeInList } from './place-in-list.ts'

export interface ModalProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** 400, 560 or 720 pixels. */
  size?: 's' | 'm' | 'l'
  closeLabel?: string
  /** False while leaving would lose something: neither Escape nor a click beside it closes it then. */
  mayClose?: boolean
}

const widths = { s: 400, m: 560, l: 720 }

/** The window has to be gone, or the focus would be drawn back into it. */
const AFTER_CLOSING_MS = 10

/** What gives the focus back to where it was, or, if that has gone, to where one goes on from there. */
type GiveBack = () => void

function rememberPlace(): GiveBack {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null
  // An entry goes with its menu: the button of the menu stays.
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const before = menuButton ? document.getElementById(menuButton) : active
  const place = before && placeInList(before)
  return () => {
    const next = before === null || before.isConnected ? before : (place?.next() ?? undefined)
    if (next === undefined) focusHeading(document.querySelector('main'))
    else next?.focus({ preventScroll: true })
  }
}

/** A window that has just closed. One that follows it at once gives the focus back to where the first had it from. */
let closing: { giveBack: GiveBack; timer: ReturnType<typeof setTimeout> } | null = null

/**
 * Gives the focus back to where it was, also when the window is unmounted instead of closed, or was
 * opened with its first mount: the library remembers the place only when `opened` changes.
 */
function useFocusBack(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return undefined
    if (closing) clearTimeout(closing.timer)
    const giveBack = closing?.giveBack ?? rememberPlace()
    closing = null
    const page = document
    return () => {
      const atClosing = page.activeElement
      const timer = setTimeout(() => {
        closing = null
        const now = page.activeElement
        const isLost = now === null || now === page.body || now === atClosing
        // Whoever left the page altogether has no focus to be given back.
        if (isLost && page.defaultView) giveBack()
      }, AFTER_CLOSING_MS)
      closing = { giveBack, timer }
    }
  }, [opened])
}

/** Counts the window among the open ones for as long as it is. */
function useCounted(opened: boolean) {
  useLayoutEffect(() => (opened ? countWindow() : undefined), [opened])
}

/** A window over the page: it takes the focus, keeps it, and gives it back. Never open one over another. */
export function Modal({
  opened,
  onClose,
  title,
  children,
  size = 'm',
  closeLabel = 'Close',
  mayClose = true,
}: ModalProps) {
  useFocusBack(opened)
  useCounted(opened)
  return (
    <LibraryModal.Root
      opened={opened}
      onClose={onClose}
      size={widths[size]}
      yOffset="clamp(64px, 10dvh, 120px)"
      returnFocus={false}
      closeOnClickOutside={mayClose}
      closeOnEscape={mayClose}
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{
        content: classes['window'] ?? '',
        header: classes['head'] ?? '',
        body: classes['body'] ?? '',
        inner: classes['inner'] ?? '',
      }}
    >
      <LibraryModal.Overlay className={classes['veil'] ?? ''} />
      <LibraryModal.Content ref={keepFocusInWindow}>
        {/* Not a second banner of the page. */}
        <LibraryModal.Header role="none">
          <LibraryModal.Title className={classes['title'] ?? ''}>{title}</LibraryModal.Title>
          {mayClose && <IconButton label={closeLabel} icon="close" tip={false} onClick={onClose} />}
        </LibraryModal.Header>
        <LibraryModal.Body>{children}</LibraryModal.Body>
      </LibraryModal.Content>
    </LibraryModal.Root>
  )
}
