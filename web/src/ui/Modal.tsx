import { Modal as LibraryModal } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { useEffectEvent, useLayoutEffect, type ReactNode, type RefCallback } from 'react'
import { uiLabels } from './labels.ts'
import { IconButton } from './IconButton.tsx'
import { restoreFocusInModal } from './restore-focus-on-removal.ts'
import classes from './Modal.module.css'
import { placeQuestions, registerModal, returnFocus } from './modal-stack.ts'
import { focusHeading, listPosition } from './list-position.ts'

export interface ModalProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Widths: 400, 560, 720 or 1,120 pixels. */
  size?: 's' | 'm' | 'l' | 'xl'
  closeLabel?: string
  /** False while closing would lose data: neither Escape nor a click on the backdrop closes it then. */
  mayClose?: boolean
  /** False while a click on the backdrop would lose data, but Escape and its buttons may close it. */
  closesByPressBeside?: boolean
  /** At the side of the page with full height: for one record of a list. */
  atSide?: boolean
}

const parts = {
  content: classes['window'] ?? '',
  header: classes['head'] ?? '',
  body: classes['body'] ?? '',
}
const middlePlace = { yOffset: 'clamp(64px, 10dvh, 120px)', classNames: { ...parts, inner: classes['inner'] ?? '' } }
const sidePlace = { yOffset: 0, classNames: { ...parts, inner: classes['side'] ?? '' } }
const ignoreClose = () => undefined
const widths = { s: 400, m: 560, l: 720, xl: 1120 }

/** The dialog must be unmounted first, or its focus trap would take the focus back. */
const AFTER_CLOSE_MS = 10

/** Restores the focus to the element that had it, or else to the next entry of its list, or the heading around it. */
type RestoreFocus = () => void

/** A dialog that loads late opens between the end of its menu and the return of the focus to the menu's button. */
let lastFocused: HTMLElement | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastFocused = target
})

function captureFocus(): RestoreFocus {
  const focused = document.activeElement
  const active = focused instanceof HTMLElement && focused !== document.body ? focused : lastFocused
  // A menu item is removed with its menu, but the menu's button stays.
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const before = menuButton ? document.getElementById(menuButton) : active
  const position = before && listPosition(before)
  const dialog = before?.closest('[role="dialog"]')
  return () => {
    const next = before === null || before.isConnected ? before : (position?.next() ?? undefined)
    if (next === undefined) focusHeading(dialog?.isConnected ? dialog : document.querySelector('main'))
    else next?.focus({ preventScroll: true })
  }
}

/**
 * The dialog that has just closed. One that opens right after it restores the focus to where the first one had it
 * from.
 */
let closingModal: { restoreFocus: RestoreFocus; timer: ReturnType<typeof setTimeout> } | null = null

/**
 * Restores the focus also when the dialog is unmounted instead of closed, or was open at its first mount: the library
 * stores the focused element only when `opened` changes.
 */
function useReturnFocus(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return undefined
    if (closingModal) clearTimeout(closingModal.timer)
    const restoreFocus = closingModal?.restoreFocus ?? captureFocus()
    closingModal = null
    const page = document
    return () => {
      const atClosing = page.activeElement
      const timer = setTimeout(() => {
        closingModal = null
        const now = page.activeElement
        const isLost = now === null || now === page.body || now === atClosing
        // Nothing to restore when the user has left the page.
        if (isLost && page.defaultView) returnFocus(restoreFocus)
      }, AFTER_CLOSE_MS)
      closingModal = { restoreFocus, timer }
    }
  }, [opened])
}

/** Registers the dialog as open while it is mounted. */
function useModalStack(opened: boolean, close: () => void) {
  const onEscape = useEffectEvent(close)
  useLayoutEffect(() => (opened ? registerModal(() => onEscape()) : undefined), [opened])
}

/**
 * Focuses the first field at once: the library does so later, and keys typed meanwhile would be lost. Buttons wait,
 * because the key that opened the dialog would press them.
 */
const focusFirstField = (body: HTMLElement | null) =>
  body?.querySelector<HTMLElement>(':is(input, textarea)[data-autofocus]')?.focus()

/**
 * A modal dialog: it takes, traps and restores the focus. One that opens over another, such as a question about unsaved
 * values, gives the focus back to that one; prefer to replace what a dialog shows.
 */
export function Modal({
  opened,
  onClose,
  title,
  children,
  size = 'm',
  closeLabel = uiLabels().close,
  mayClose = true,
  closesByPressBeside = true,
  atSide = false,
}: ModalProps) {
  useReturnFocus(opened)
  useModalStack(opened, () => mayClose && onClose())
  return (
    <LibraryModal.Root
      opened={opened}
      onClose={onClose}
      size={widths[size]}
      {...(atSide ? sidePlace : middlePlace)}
      returnFocus={false}
      closeOnClickOutside={mayClose && closesByPressBeside}
      // The library would close all that are open.
      closeOnEscape={false}
      transitionProps={{ duration: 140, transition: 'fade' }}
    >
      <LibraryModal.Overlay className={classes['veil'] ?? ''} />
      <ModalPanel
        title={title}
        closeLabel={closeLabel}
        onClose={mayClose ? onClose : null}
        contentRef={restoreFocusInModal}
        bodyRef={focusFirstField}
      >
        {/* For dialogs without buttons; those of `ModalActions` come after it. */}
        <div ref={placeQuestions} />
        {children}
      </ModalPanel>
    </LibraryModal.Root>
  )
}

interface ModalPanelProps extends Pick<ModalProps, 'title' | 'children' | 'closeLabel'> {
  /** Null: without a close button. */
  onClose: (() => void) | null
  contentRef?: RefCallback<HTMLElement>
  bodyRef?: RefCallback<HTMLElement>
}

const ModalPanel = ({ title, children, closeLabel = uiLabels().close, onClose, ...refs }: ModalPanelProps) => (
  <LibraryModal.Content {...(refs.contentRef ? { ref: refs.contentRef } : {})}>
    {/* Avoids a second banner landmark. */}
    <LibraryModal.Header role="none">
      <LibraryModal.Title className={classes['title'] ?? ''}>{title}</LibraryModal.Title>
      {onClose && <IconButton label={closeLabel} icon="close" tooltip={false} onClick={onClose} />}
    </LibraryModal.Header>
    {/* React passes events on to the form that opened the dialog, which must not be submitted with it. */}
    <LibraryModal.Body {...(refs.bodyRef ? { ref: refs.bodyRef } : {})} onSubmit={(event) => event.stopPropagation()}>
      {children}
    </LibraryModal.Body>
  </LibraryModal.Content>
)

/** How a dialog looks, for a preview: it is where its parent is, and does nothing with focus and keys. */
export const ModalPicture = ({ title, size = 'm', children }: Pick<ModalProps, 'title' | 'size' | 'children'>) => (
  <LibraryModal.Root
    opened
    onClose={ignoreClose}
    size={widths[size]}
    {...middlePlace}
    withinPortal={false}
    trapFocus={false}
    returnFocus={false}
    lockScroll={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
    transitionProps={{ duration: 0 }}
  >
    <LibraryModal.Overlay className={classes['veil'] ?? ''} />
    <ModalPanel title={title} onClose={ignoreClose}>
      {children}
    </ModalPanel>
  </LibraryModal.Root>
)
