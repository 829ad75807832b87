import { VisuallyHidden } from '@mantine/core'
import { overviewTexts } from '@portico/contract/overview/overview-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { formatDay, formatNumber } from '../../ui/format.ts'
import classes from './DayBars.module.css'

/** Of the picture, in units of its own: it grows with its place. */
const HEIGHT = 40
const DAY = 8
const GAP = 2
/** A day without anything is still to be seen. */
const NOTHING = 1

interface DayBarsProps {
  title: string
  days: readonly { dayDt: string; dayCnt: number }[]
}

/** How often something happened on each day, as bars; screen readers have a table instead. */
export function DayBars({ title, days }: DayBarsProps) {
  const t = useTexts(overviewTexts)
  const max = Math.max(1, ...days.map(({ dayCnt }) => dayCnt))
  return (
    <>
      <div className={classes['picture']} aria-hidden="true">
        <svg viewBox={`0 0 ${days.length * DAY - GAP} ${HEIGHT}`} preserveAspectRatio="none">
          {days.map(({ dayDt, dayCnt }, index) => {
            const height = dayCnt === 0 ? NOTHING : Math.max(NOTHING * 2, (dayCnt / max) * HEIGHT)
            return (
              <rect
                key={dayDt}
                className={dayCnt === 0 ? classes['nothing'] : classes['bar']}
                x={index * DAY}
                y={HEIGHT - height}
                width={DAY - GAP}
                height={height}
              >
                <title>{`${formatDay(dayDt)}: ${formatNumber(dayCnt)}`}</title>
              </rect>
            )
          })}
        </svg>
        <div className={classes['axis']}>
          <span>{formatDay(days[0]?.dayDt ?? '')}</span>
          <span>{formatDay(days.at(-1)?.dayDt ?? '')}</span>
        </div>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.overview_day}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ dayDt, dayCnt }) => (
              <tr key={dayDt}>
                <th scope="row">{formatDay(dayDt)}</th>
                <td>{formatNumber(dayCnt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
