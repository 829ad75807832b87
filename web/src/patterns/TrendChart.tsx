import { formatDay } from '../ui/format.ts'
import classes from './TrendChart.module.css'

const WIDTH = 640
const HEIGHT = 140
const DAY_MS = 86_400_000

interface TrendChartProps {
  /** What the picture shows, with its numbers. */
  label: string
  /** At least one, by day; the total until then. */
  days: readonly { day: string; total: number }[]
  /** Upper end of the picture. */
  max: number
}

/** A total that grows over time, as a line of steps; a table beside it has the numbers. */
export function TrendChart({ label, days, max }: TrendChartProps) {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const dayNumber = (day: string) => (Date.parse(day) - Date.parse(first)) / DAY_MS
  const span = Math.max(dayNumber(last), 1)
  const x = (day: string) => (dayNumber(day) / span) * WIDTH
  const y = (total: number) => HEIGHT - (total / Math.max(max, 1)) * HEIGHT
  const steps = days.map(({ day, total }) => `H${x(day)} V${y(total)}`).join(' ')
  const line = `M0 ${HEIGHT} ${steps} H${WIDTH}`
  return (
    <figure className={classes['chart']}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
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
