import { announcementAdminTexts } from '@portico/contract/texts/announcement-admin-texts.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { useTexts } from '../../api/texts.ts'
import { formatDay } from '../../ui/format.ts'
import type { ReadersOfDay } from './readers-by-day.ts'
import classes from './ReadersDialog.module.css'

const WIDTH = 640
const HEIGHT = 140
const DAY_MS = 86_400_000

interface ReadersChartProps {
  /** At least one. */
  days: readonly ReadersOfDay[]
  /** Users whom the announcement reaches: the upper end of the picture. */
  reach: number
}

/** The number of readers over time, as a line of steps; a table beside it has the numbers. */
export function ReadersChart({ days, reach }: ReadersChartProps) {
  const t = useTexts(announcementAdminTexts)
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const dayNumber = (day: string) => (Date.parse(day) - Date.parse(first)) / DAY_MS
  const span = Math.max(dayNumber(last), 1)
  const x = (day: string) => (dayNumber(day) / span) * WIDTH
  const y = (count: number) => HEIGHT - (count / Math.max(reach, 1)) * HEIGHT
  const steps = days.map(({ day, total }) => `H${x(day)} V${y(total)}`).join(' ')
  const line = `M0 ${HEIGHT} ${steps} H${WIDTH}`
  return (
    <figure className={classes['chart']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={formatMessage(t.readers_chart, {
          total: days.at(-1)?.total ?? 0,
          from: formatDay(first),
          to: formatDay(last),
        })}
      >
        <path className={classes['area']} d={`${line} V${HEIGHT} Z`} />
        <path className={classes['line']} d={line} />
      </svg>
      <figcaption className={classes['axis']}>
        <span>{formatDay(first)}</span>
        <span>{formatDay(last)}</span>
      </figcaption>
    </figure>
  )
}
