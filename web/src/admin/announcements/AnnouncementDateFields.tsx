import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { isCalendarDay } from '../../ui/calendar-day.ts'
import { businessToday } from '../../ui/day-bounds.ts'
import type { AnnouncementForm } from './announcement-form.ts'
import classes from './AnnouncementDialog.module.css'

interface DateFieldsProps {
  form: AnnouncementForm
  /** The announcement may have begun already, and keeps its start. */
  isKept: boolean
}

/** First and last day of an announcement (ANNC-053..056). */
export function AnnouncementDateFields({ form, isKept }: DateFieldsProps) {
  const t = useTexts(announcementAdminTexts)
  const { effectiveFromDt: from, hasNoEnd } = form.values
  return (
    <div className={classes['row']}>
      <div>
        <DateField {...form.field('effectiveFromDt')} {...(isKept ? {} : { min: businessToday() })} />
        <CheckField
          label={t.announcement_start_today}
          checked={from === businessToday()}
          onChange={(checked) => form.set('effectiveFromDt', checked ? businessToday() : '')}
        />
      </div>
      <div>
        <DateField
          {...form.field('effectiveToDt')}
          min={isCalendarDay(from) ? from : businessToday()}
          onChange={({ currentTarget: { value } }) => {
            form.set('effectiveToDt', value)
            if (value !== '') form.set('hasNoEnd', false)
          }}
        />
        <CheckField
          label={t.announcement_no_end}
          checked={hasNoEnd}
          onChange={(checked) => {
            form.set('hasNoEnd', checked)
            if (checked) form.set('effectiveToDt', '')
          }}
        />
      </div>
    </div>
  )
}
