import * as z from 'zod/mini'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import {
  oneMonthBefore,
  REPORT_DAYS_MAX,
  rangeProblem,
  reportDateTypes,
} from '@portico/contract/reports/report-rules.ts'
import { reportTexts } from '@portico/contract/reports/report-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { day } from '../../patterns/field-schemas.ts'
import type { FieldProps } from '../../patterns/use-form.ts'
import { businessToday } from '../../ui/day-bounds.ts'

/** The dates of a report; which users they are about is the form's. */
export interface Dates {
  dateType: (typeof reportDateTypes)[number]
  fromDate: string
  toDate: string
}

export const datesShape = { dateType: z.enum(reportDateTypes), fromDate: day(), toDate: day() }

/** The dates that a form begins with: one month before today to today, in the business zone (RPTS-108, RPTS-109). */
export function initialDates(dateType: Dates['dateType']): Dates {
  const toDate = businessToday()
  return { dateType, fromDate: oneMonthBefore(toDate), toDate }
}

interface DatesForm {
  values: Dates
  set: (name: 'dateType', value: Dates['dateType']) => void
  field: (name: 'fromDate' | 'toDate') => FieldProps<string>
}

/** The dates of a form, for its fields. */
export const dateFieldsOf = ({ values, set, field }: DatesForm) => ({
  type: values.dateType,
  onType: (type: Dates['dateType']) => set('dateType', type),
  from: field('fromDate'),
  to: field('toDate'),
})

/** The dates as a call takes them: without those that the user did not choose. */
export const chosenDates = ({ dateType, fromDate, toDate }: Dates) =>
  dateType === 'all' ? { dateType } : { dateType, fromDate, toDate }

const isMissing = (date: string) => date === ''

/**
 * Errors of specific dates: a missing one at its field, then a wrong or too long range at both (RPTS-068, RPTS-069).
 * `datesOf` takes the dates from the values, `fields` names their fields.
 */
export function dateChecks<Values>(datesOf: (values: Values) => Dates, fields: readonly [from: string, to: string]) {
  const hasNo = (problem: 'range' | 'too-long') => (values: Values) => {
    const { dateType, fromDate, toDate } = datesOf(values)
    return dateType === 'all' || isMissing(fromDate) || isMissing(toDate) || rangeProblem(fromDate, toDate) !== problem
  }
  const isThere = (key: 'fromDate' | 'toDate') => (values: Values) => {
    const dates = datesOf(values)
    return dates.dateType === 'all' || !isMissing(dates[key])
  }
  return [
    z.refine<Values>(isThere('fromDate'), { error: 'field_required', path: [fields[0]] }),
    z.refine<Values>(isThere('toDate'), { error: 'field_required', path: [fields[1]] }),
    ...fields.flatMap((field) => [
      z.refine<Values>(hasNo('range'), { error: 'field_date_range', path: [field] }),
      z.refine<Values>(hasNo('too-long'), { error: 'report_range_too_long', path: [field] }),
    ]),
  ] as const
}

/** The messages of all report forms. */
export function useReportMessages(): Readonly<Record<string, string>> {
  const t = useTexts(reportTexts)
  const { field_date_range } = useTexts(generalTexts)
  return {
    field_date_range,
    report_customer_missing: t.report_customer_missing,
    report_system_needed: t.report_system_needed,
    report_range_too_long: formatMessage(t.report_range_too_long, { days: REPORT_DAYS_MAX }),
  }
}
