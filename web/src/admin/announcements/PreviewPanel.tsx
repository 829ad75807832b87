import { useState } from 'react'
import { announcementAdminTexts } from '@portico/contract/texts/announcement-admin-texts.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { formatDay } from '../../ui/format.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import type { AnnouncementFields } from './announcement-form.ts'
import classes from './AnnouncementDialog.module.css'

interface PreviewPanelProps {
  fields: AnnouncementFields
  /** Shown without being asked for. */
  opened?: boolean
}

/** The announcement as its readers see it on the home page, as wide as a desktop’s column or as a phone. */
export function PreviewPanel({ fields, opened = false }: PreviewPanelProps) {
  const t = useTexts(announcementAdminTexts)
  const home = useTexts(homeTexts)
  const [width, setWidth] = useState<'home' | 'phone'>('home')
  const isOperational = fields.anncType === 'operational'
  return (
    <details className={classes['preview']} open={opened}>
      <summary>{t.announcement_preview}</summary>
      <SegmentedControl
        label={t.announcement_preview_width}
        value={width}
        onChange={setWidth}
        options={[
          { value: 'home', label: t.announcement_preview_home },
          { value: 'phone', label: t.announcement_preview_phone },
        ]}
      />
      <article className={classes['paper']} data-width={width} aria-label={t.announcement_preview}>
        <p className={classes['meta']}>
          {fields.anncType !== '' && (
            <Badge tone={isOperational ? 'warning' : 'info'}>
              {isOperational ? home.announcement_operational : home.announcement_promotional}
            </Badge>
          )}
          {fields.effectiveFromDt !== '' && (
            <time dateTime={fields.effectiveFromDt}>{formatDay(fields.effectiveFromDt)}</time>
          )}
        </p>
        <h3>{fields.anncTitle === '' ? t.announcement_title : fields.anncTitle}</h3>
        <SafeHtml html={fields.anncMessage} />
      </article>
    </details>
  )
}
