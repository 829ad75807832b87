import { useId } from 'react'
import { reportDateTypes } from '@portico/contract/reports/report-rules.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { businessZone, isInBusinessZone } from '../../ui/day-bounds.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import classes from './Reports.module.css'

type DateType = (typeof reportDateTypes)[number]

interface DayField {
  name: string
  label: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

interface DateFieldsProps {
  label: string
  type: DateType
  onType: (type: DateType) => void
  from: DayField
  to: DayField
}

/** All dates, or those of a range. */
export function ReportDateFields({ label, type, onType, from, to }: DateFieldsProps) {
  const t = useTexts(reportPageTexts)
  const hintId = useId()
  const hint = isInBusinessZone() ? null : formatMessage(t.reports_dates_zone, { zone: businessZone() })
  const described = hint === null ? {} : { 'aria-describedby': hintId }
  // What is wrong with a range is wrong with both of its fields, so both are validated.
  const onBlur = () => {
    from.onBlur()
    to.onBlur()
  }
  return (
    <div className={classes['choice']}>
      <span className={classes['label']}>{label}</span>
      <SegmentedControl
        label={label}
        options={reportDateTypes.map((value) => ({ value, label: t[`reports_dates_${value}`] }))}
        value={type}
        onChange={onType}
      />
      {type === 'specific' && (
        <div className={classes['pair']}>
          <DateField {...from} {...described} optionalMark={undefined} onBlur={onBlur} />
          <DateField {...to} {...described} optionalMark={undefined} onBlur={onBlur} />
        </div>
      )}
      {type === 'specific' && hint !== null && (
        <p id={hintId} className={classes['quiet']}>
          {hint}
        </p>
      )}
    </div>
  )
}
