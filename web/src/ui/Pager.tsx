import { Button } from './Button.tsx'
import { fill } from './fill.ts'
import classes from './Pager.module.css'

interface PagerProps {
  /** Names the navigation. */
  label: string
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  /** With {from}, {to} and {total}. */
  rangeText: string
  previousLabel: string
  nextLabel: string
}

/** Which rows of how many are shown, and the way to the others. Not there where one page holds all. */
export function Pager({ label, page, pageSize, total, onPage, rangeText, previousLabel, nextLabel }: PagerProps) {
  if (total <= pageSize) return null
  const last = Math.ceil(total / pageSize)
  const values = { from: (page - 1) * pageSize + 1, to: Math.min(page * pageSize, total), total }
  return (
    <nav className={classes['pager']} aria-label={label}>
      <span role="status">{fill(rangeText, values)}</span>
      <span className={classes['ways']}>
        {page > 1 && (
          <Button size="s" icon="chevronLeft" onClick={() => onPage(page - 1)}>
            {previousLabel}
          </Button>
        )}
        {page < last && (
          <Button size="s" icon="chevronRight" onClick={() => onPage(page + 1)}>
            {nextLabel}
          </Button>
        )}
      </span>
    </nav>
  )
}
