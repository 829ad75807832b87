import { UnstyledButton } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import classes from './DataTable.module.css'
import { linkTo } from './link-to.ts'

/** Where a row leads: the address of its record, or what opens the dialog of a record without one. */
export type RowTarget = string | (() => void)

/** Marks the link of a row, which a click on the row's empty space follows. */
export const rowLink = { 'data-row-link': true } as const

interface RowLinkProps {
  target: RowTarget
  /** Name of the record, which begins with what is shown. */
  label: string | undefined
  children: ReactNode
}

/** The link of a row to its record. */
export function RowLink({ target, label, children }: RowLinkProps) {
  const { options } = useRouter()
  const props = { ...rowLink, className: classes['link'] ?? '', 'aria-label': label || undefined, children }
  if (typeof target !== 'string') return <UnstyledButton {...props} onClick={target} />
  const [path = '', query = ''] = target.split('?')
  return <Link {...props} {...linkTo(path, options.parseSearch?.(query) ?? {})} />
}

/** What is in a row and has a click of its own, with the room around it. */
const CONTROLS = 'a, button, input, label, select, textarea, [role="menu"], [data-row-control]'

/** True from the press of a row that closes an open menu to its click, which does nothing else. */
let closesMenu = false
export const notePressOnRow = () => {
  closesMenu = document.querySelector('[role="menu"]') !== null
}

/** Follows the link of the row that was clicked beside its controls, unless text is being selected. */
export function followRowLink({ currentTarget: row, target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
  // What a row opens elsewhere on the page is not in it, though its events arrive here.
  if (!(target instanceof Element) || !row.contains(target) || target.closest(CONTROLS)) return
  if (closesMenu || getSelection()?.type === 'Range') return
  const link = row.querySelector<HTMLElement>('[data-row-link]')
  // A dialog returns the focus to it.
  link?.focus({ preventScroll: true })
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
