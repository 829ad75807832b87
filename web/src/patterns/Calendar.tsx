import { UnstyledButton } from '@mantine/core'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import {
  addDays,
  addMonths,
  formatDayInWords,
  formatMonthOf,
  formatShortWeekday,
  isCalendarDay,
  weeksOfMonth,
  weekStart,
} from '../ui/calendar-day.ts'
import { today } from '../ui/day-bounds.ts'
import { formatWeekday } from '../ui/format.ts'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './Calendar.module.css'

interface CalendarProps {
  /** The chosen day, yyyy-MM-dd; null while there is none. */
  value: string | null
  /** The first day that can be chosen. */
  min?: string | undefined
  /** The last one. */
  max?: string | undefined
  onChoose: (day: string) => void
}

/** Keeps Escape from closing the dialog around the calendar. */
const inDialog = { 'data-mantine-stop-propagation': 'true' }

/** A bound that is still being typed is none. */
const dayOrNone = (bound = '') => (isCalendarDay(bound) ? bound : undefined)

/** The days of a month, by the pattern of a grid: one day takes part in the order of Tab, arrow keys go to the others. */
export function Calendar({ value, onChoose, ...bounds }: CalendarProps) {
  const t = useTexts(formTexts)
  const [min, max] = [dayOrNone(bounds.min), dayOrNone(bounds.max)]
  const headingId = useId()
  const [current, setCurrent] = useState(value ?? (min !== undefined && min > today() ? min : today()))
  const { grid, focusNext } = useDayFocus(current)
  const weeks = weeksOfMonth(current.slice(0, 7))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayOfKey(event, current)
    if (next === undefined) return
    event.preventDefault()
    focusNext()
    setCurrent(next)
  }
  return (
    <div className={classes['calendar']}>
      <div className={classes['head']}>
        <IconButton
          {...inDialog}
          size="s"
          icon="chevronLeft"
          label={t.calendar_previous_month}
          tooltip={false}
          onClick={() => setCurrent(addMonths(current, -1))}
        />
        <p id={headingId} className={classes['month']} aria-live="polite">
          {formatMonthOf(current)}
        </p>
        <IconButton
          {...inDialog}
          size="s"
          icon="chevronRight"
          label={t.calendar_next_month}
          tooltip={false}
          onClick={() => setCurrent(addMonths(current, 1))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a grid */}
      <table ref={grid} role="grid" aria-labelledby={headingId} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((at) => {
              const day = addDays(weekStart(current), at)
              return (
                <th key={at} scope="col" abbr={formatWeekday(new Date(`${day}T00:00:00Z`).getUTCDay())}>
                  {formatShortWeekday(day)}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, at) =>
                day === null ? (
                  <td key={at}>{'\u00A0'}</td>
                ) : (
                  <Day
                    key={day}
                    day={day}
                    isChosen={day === value}
                    isCurrent={day === current}
                    isOutside={(min !== undefined && day < min) || (max !== undefined && day > max)}
                    onChoose={onChoose}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: string
  isChosen: boolean
  isCurrent: boolean
  isOutside: boolean
  onChoose: (day: string) => void
}

function Day({ day, isChosen, isCurrent, isOutside, onChoose }: DayProps) {
  return (
    <td aria-selected={isChosen}>
      <UnstyledButton
        {...inDialog}
        className={classes['day']}
        data-day={day}
        data-chosen={isChosen || undefined}
        data-autofocus={isCurrent || undefined}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={formatDayInWords(day)}
        aria-current={day === today() ? 'date' : undefined}
        aria-disabled={isOutside || undefined}
        onClick={isOutside ? undefined : () => onChoose(day)}
      >
        {Number(day.slice(8))}
      </UnstyledButton>
    </td>
  )
}

/** Focuses the current day after a key has moved to it; the buttons of the month keep the focus. */
function useDayFocus(current: string) {
  const grid = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  useLayoutEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
    isMoved.current = false
  }, [current])
  return { grid, focusNext: () => (isMoved.current = true) }
}

/** The day that a key goes to; undefined for keys that the grid does not know. */
function dayOfKey({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return weekStart(day)
    case 'End':
      return addDays(weekStart(day), 6)
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
