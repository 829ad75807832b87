import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import classes from './Reports.module.css'
import { reportQueue } from '../report-queue/screen.ts'

interface ReportPageProps {
  title: string
  subtitle: string
  /** What the report contains. */
  contains: string
  /** What becomes of it. */
  kept: string
  /** The form. */
  children: ReactNode
}

/** A report form, and beside it what the report contains. */
export function ReportPage({ title, subtitle, contains, kept, children }: ReportPageProps) {
  const t = useTexts(reportPageTexts)
  const { uid } = useSignedIn()
  const hasQueue = useSuspenseQuery(adminMenuQuery(uid)).data.some(({ pageNm }) => pageNm === 'Report Queue')
  return (
    <AdminPage title={title} subtitle={subtitle}>
      <div className={classes['layout']}>
        <Panel title={t.reports_criteria}>
          <PanelBody>{children}</PanelBody>
        </Panel>
        <Panel title={t.reports_contains}>
          <PanelBody>
            <div className={classes['about']}>
              <p>{contains}</p>
              <p className={classes['quiet']}>{kept}</p>
              {hasQueue && (
                <p>
                  <Link to={reportQueue.link()}>{t.reports_to_queue}</Link>
                </p>
              )}
            </div>
          </PanelBody>
        </Panel>
      </div>
    </AdminPage>
  )
}
