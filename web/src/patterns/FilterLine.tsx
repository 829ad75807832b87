import { useId, type ReactNode } from 'react'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import classes from './FilterBar.module.css'
import { useFittingCount } from './use-fitting-count.ts'

interface FilterLineProps {
  filters: readonly { isActive: boolean; isNeeded: boolean; control: ReactNode }[]
  /** True while the user wants to see all of them. */
  isOpen: boolean
  onToggle: () => void
}

/** Filters in one line. Those that have no room in it are behind a button at its end, unless they are active or needed. */
export function FilterLine({ filters, isOpen, onToggle }: FilterLineProps) {
  const t = useTexts(listTexts)
  const { ref, count, isMeasuring } = useFittingCount<HTMLDivElement>(filters.length)
  const rest = filters.slice(count).filter(({ isActive, isNeeded }) => isOpen || isActive || isNeeded)
  return (
    <div ref={ref} className={classes['line']} data-measured={isMeasuring || undefined}>
      {filters.slice(0, count).map(({ control }) => control)}
      {(count < filters.length || isMeasuring) && (
        <Button key="more" aria-label={t.list_more_filters} aria-expanded={isOpen} onClick={onToggle}>
          {t.list_more}
        </Button>
      )}
      {rest.map(({ control }) => control)}
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
