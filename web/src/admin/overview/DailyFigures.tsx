import type { DailyFigure, FigureKind } from '@portico/contract/overview/overview.ts'
import { overviewTexts } from '@portico/contract/overview/overview-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { formatNumber } from '../../ui/format.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { DayBars } from './DayBars.tsx'
import classes from './DailyFigures.module.css'

const titleOf = {
  signIns: 'overview_signIns',
  failedSignIns: 'overview_failedSignIns',
  newUsers: 'overview_newUsers',
  accessRequests: 'overview_figure_accessRequests',
} as const satisfies Record<FigureKind, keyof typeof overviewTexts>

/** What happened on each of the last days, in pictures: of each kind that the administrator may see. */
export function DailyFigures({ figures }: { figures: readonly DailyFigure[] }) {
  const t = useTexts(overviewTexts)
  const counted = figures.filter(({ days }) => days.length > 0)
  return (
    <Panel title={t.overview_days} help={t.overview_days_help}>
      {counted.length === 0 ? (
        <PanelBody>
          <p className={classes['none']}>{t.overview_days_none}</p>
        </PanelBody>
      ) : (
        <div className={classes['figures']}>
          {counted.map(({ kindCd, days }) => (
            <section key={kindCd} className={classes['figure']} aria-label={t[titleOf[kindCd]]}>
              <h3>{t[titleOf[kindCd]]}</h3>
              <p className={classes['total']}>{formatNumber(days.reduce((total, { dayCnt }) => total + dayCnt, 0))}</p>
              <DayBars title={t[titleOf[kindCd]]} days={days} />
            </section>
          ))}
        </div>
      )}
    </Panel>
  )
}
