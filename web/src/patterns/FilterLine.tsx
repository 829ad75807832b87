import { useId, useState, type ReactNode } from 'react'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import classes from './FilterBar.module.css'
import { useFittingCount } from './use-fitting-count.ts'

interface FilterLineProps {
  filters: readonly { name: string; isActive: boolean; isNeeded: boolean; control: ReactNode }[]
  /** True while the user wants to see all of them. */
  isOpen: boolean
  onToggle: () => void
}

/**
 * Filters in one line. Those that have no room in it are behind a button at its end, unless they are active or needed;
 * one that was shown stays, so that it can be emptied and filled anew.
 */
export function FilterLine({ filters, isOpen, onToggle }: FilterLineProps) {
  const t = useTexts(listTexts)
  const { ref, count, isMeasuring } = useFittingCount<HTMLDivElement>(filters.length)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const others = filters.slice(count)
  const added = others.filter(({ name, isActive, isNeeded }) => (isActive || isNeeded) && !kept.has(name))
  if (added.length > 0) setKept(new Set([...kept, ...added.map(({ name }) => name)]))
  const toggle = () => {
    if (isOpen) setKept(new Set())
    onToggle()
  }
  return (
    <div ref={ref} className={classes['line']} data-measured={isMeasuring || undefined}>
      {filters.slice(0, count).map(({ control }) => control)}
      {(others.some(({ name }) => !kept.has(name)) || isMeasuring) && (
        <Button key="more" aria-label={t.list_more_filters} aria-expanded={isOpen} onClick={toggle}>
          {t.list_more}
        </Button>
      )}
      {others.filter(({ name }) => isOpen || kept.has(name)).map(({ control }) => control)}
    </div>
  )
}

/** The filters of a phone, behind one button where they fold. */
export function PhoneFilters({ filters, folds, isOpen, onToggle }: FilterLineProps & { folds: boolean }) {
  const t = useTexts(listTexts)
  const id = useId()
  const count = filters.filter(({ isActive }) => isActive).length
  return (
    <>
      {folds && (
        <Button icon="filter" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {count === 0 ? t.list_filters : formatMessage(t.list_filters_active, { count })}
        </Button>
      )}
      <div id={id} className={classes['folded']} hidden={folds && !isOpen}>
        {filters.map(({ control }) => control)}
      </div>
    </>
  )
}
