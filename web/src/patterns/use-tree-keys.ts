import { useRef, type KeyboardEvent } from 'react'
import type { TreeRow } from './tree-rows.ts'

/** Pause after which a typed letter begins a new word. */
const TYPING_MS = 500

interface TreeKeys {
  rows: readonly TreeRow[]
  /** Index of the active row. */
  active: number
  pageRows: number
  isOpen: (row: TreeRow) => boolean
  goTo: (index: number) => void
  fold: (row: TreeRow, isOpen: boolean) => void
  act: (row: TreeRow) => void
}

/** Keys of the tree pattern of the ARIA guide: arrows, Home, End, pages, letters, Enter and Space. */
export function useTreeKeys({ rows, active, pageRows, isOpen, goTo, fold, act }: TreeKeys) {
  const typed = useRef({ text: '', at: 0 })

  const goToLetters = (letter: string) => {
    const goesOn = performance.now() - typed.current.at < TYPING_MS
    const text = (goesOn ? typed.current.text : '') + letter.toLowerCase()
    typed.current = { text, at: performance.now() }
    const start = goesOn ? active : active + 1
    const order = rows.map((_, index) => (index + start) % rows.length)
    const found = order.find((index) => rows[index]?.node?.label.toLowerCase().startsWith(text))
    if (found !== undefined) goTo(found)
  }
  const goToParent = ({ level }: TreeRow) => {
    const parent = rows.findLastIndex((one, index) => index < active && one.level < level)
    if (parent >= 0) goTo(parent)
  }

  return (event: KeyboardEvent) => {
    const row = rows[active]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const hasChildren = (row.node?.childCount ?? 0) > 0
    const keys: Partial<Record<string, () => void>> = {
      ArrowDown: () => goTo(active + 1),
      ArrowUp: () => goTo(active - 1),
      ArrowRight: () => {
        if (isOpen(row)) goTo(active + 1)
        else if (hasChildren) fold(row, true)
      },
      ArrowLeft: () => (isOpen(row) ? fold(row, false) : goToParent(row)),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      PageDown: () => goTo(active + pageRows),
      PageUp: () => goTo(active - pageRows),
      Enter: () => act(row),
      ' ': () => act(row),
    }
    const run = keys[event.key] ?? (event.key.length === 1 ? () => goToLetters(event.key) : undefined)
    if (!run) return
    event.preventDefault()
    run()
  }
}
