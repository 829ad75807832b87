import { useId } from 'react'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { PAGE_SIZES } from './list-search.ts'
import { type RowDensity, rowDensities, useRowDensity } from './row-density.ts'
import classes from './Pagination.module.css'

interface PaginationProps {
  page: number
  size: number
  /** Number of rows on all pages. */
  total: number
  onPage: (page: number) => void
  /** Page sizes to choose from (UIGN-028); requires `onSize`. */
  sizes?: readonly number[]
  onSize?: (size: number) => void
  /** What is said of the rows beside their range, which it is given: '1–15 of 40'. */
  rangeWords?: ((range: string) => string) | undefined
}

/** The number of the last page; 1 for a list without rows. */
export const lastPageOf = ({ total, size }: { total: number; size: number }): number =>
  Math.max(1, Math.ceil(total / size))

/**
 * The range of rows shown, and buttons to the other pages. Both buttons stay on the first and the last page, so that
 * a click never loses the focus. Where the smallest page holds all rows there is the choice of their height alone.
 */
export function Pagination(props: PaginationProps) {
  const { page, size, total, onPage, sizes = PAGE_SIZES, onSize, rangeWords = (range) => range } = props
  const t = useTexts(listTexts)
  const sizeId = useId()
  const smallest = onSize ? Math.min(...sizes) : size
  if (total <= smallest)
    return (
      <div className={`${classes['pagination']} ${classes['density']}`}>
        <Density />
      </div>
    )
  const last = lastPageOf({ total, size })
  const values = { from: (page - 1) * size + 1, to: Math.min(page * size, total), total }
  return (
    <nav className={classes['pagination']} aria-label={t.list_pages}>
      <span role="status">{rangeWords(formatMessage(t.list_range, values))}</span>
      {onSize && (
        <span className={classes['size']}>
          <label htmlFor={sizeId}>{t.list_rows_per_page}</label>
          <select id={sizeId} value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
            {sizes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </span>
      )}
      <Density />
      <span className={classes['steps']}>
        <Button
          size="s"
          icon="chevronLeft"
          disabledReason={page > 1 ? undefined : t.list_first_page}
          onClick={() => onPage(page - 1)}
        >
          {t.list_previous}
        </Button>
        <Button
          size="s"
          icon="chevronRight"
          disabledReason={page < last ? undefined : t.list_last_page}
          onClick={() => onPage(page + 1)}
        >
          {t.list_next}
        </Button>
      </span>
    </nav>
  )
}

/** How high the rows of all tables are. */
function Density() {
  const t = useTexts(listTexts)
  const id = useId()
  const [density, setDensity] = useRowDensity()
  return (
    <span className={`${classes['size']} ${classes['density']}`}>
      <label htmlFor={id}>{t.list_density}</label>
      <select id={id} value={density} onChange={(event) => setDensity(event.currentTarget.value as RowDensity)}>
        {rowDensities.map((each) => (
          <option key={each} value={each}>
            {t[`list_density_${each}`]}
          </option>
        ))}
      </select>
    </span>
  )
}
