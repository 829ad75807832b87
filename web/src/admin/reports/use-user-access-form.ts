import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import {
  ALL_CUSTOMERS,
  reportDateTypes,
  reportUserStatuses,
  reportYesNo,
} from '@portico/contract/reports/report-rules.ts'
import { requestAccessReport, type UserAccessCriteria } from '@portico/contract/reports/reports.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { day } from '../../patterns/field-schemas.ts'
import type { RadioOption } from '../../patterns/RadioList.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { customerCheck, customerShape, initialCustomer } from './customer-field.ts'
import { initialType } from './report-choices.ts'
import { chosenDates, type Dates, dateChecks, datesShape, initialDates, useReportMessages } from './report-dates.ts'
import { reportFacilitiesQuery, saveAccessReport } from './report-queries.ts'
import { useExcel } from './use-excel.ts'
import { useReportWindow } from './use-report-window.ts'

/** All customers and all applications together, which the server refuses (RPTS-073). */
export const isRefusedChoice = ({
  customerId,
  systemId,
}: {
  customerId: RadioOption | null
  systemId: string
}): boolean => customerId?.value === String(ALL_CUSTOMERS) && systemId === String(ALL_APPLICATIONS_ID)

const accessForm = z
  .object({
    userStatus: z.enum(reportUserStatuses),
    userType: z.enum(reportYesNo),
    ...customerShape,
    systemId: z.string(),
    ...datesShape,
    lastLoginDateType: z.enum(reportDateTypes),
    lastLoginFromDate: day(),
    lastLoginToDate: day(),
  })
  .check(
    customerCheck(),
    z.refine((values) => !isRefusedChoice(values), { error: 'report_system_needed', path: ['systemId'] }),
    ...dateChecks((dates: Dates) => dates, ['fromDate', 'toDate']),
    ...dateChecks(lastLoginDates, ['lastLoginFromDate', 'lastLoginToDate']),
  )
type Values = z.output<typeof accessForm>

function lastLoginDates({ lastLoginDateType, lastLoginFromDate, lastLoginToDate }: Values) {
  return { dateType: lastLoginDateType, fromDate: lastLoginFromDate, toDate: lastLoginToDate }
}

function criteriaOf(values: Values): UserAccessCriteria {
  const { userStatus, userType, facilityCd, customerId, systemId } = values
  const lastLogin = chosenDates(lastLoginDates(values))
  return {
    userStatus,
    userType,
    facilityCd,
    customerId: Number(customerId?.value),
    systemId: Number(systemId),
    ...chosenDates(values),
    lastLoginDateType: lastLogin.dateType,
    ...('fromDate' in lastLogin && { lastLoginFromDate: lastLogin.fromDate, lastLoginToDate: lastLogin.toDate }),
  }
}

export type UserAccessForm = ReturnType<typeof useUserAccessForm>['form']

/** The form of the User Access report with its defaults (RPTS-037..047), which generates a report or a spreadsheet. */
export function useUserAccessForm() {
  const t = useTexts(reportPageTexts)
  const messages = useReportMessages()
  const { uid } = useSignedIn()
  const facilities = useSuspenseQuery(reportFacilitiesQuery(uid)).data
  const excel = useExcel()
  const reportWindow = useReportWindow()
  const isForExcel = useRef(false)
  const lastLogin = initialDates('all')
  const form = useForm({
    schema: accessForm,
    initial: {
      userStatus: 'A',
      userType: initialType(),
      ...initialCustomer(facilities),
      systemId: String(ALL_APPLICATIONS_ID),
      ...initialDates('all'),
      lastLoginDateType: lastLogin.dateType,
      lastLoginFromDate: lastLogin.fromDate,
      lastLoginToDate: lastLogin.toDate,
    },
    draftKey: 'user-access-report',
    guardsLeaving: false,
    messages,
    labels: {
      userStatus: t.reports_status,
      userType: t.reports_type,
      facilityCd: t.reports_facility,
      customerId: t.reports_customer,
      systemId: t.reports_application,
      dateType: t.reports_created,
      fromDate: t.reports_created_from,
      toDate: t.reports_created_to,
      lastLoginDateType: t.reports_last_login,
      lastLoginFromDate: t.reports_last_login_from,
      lastLoginToDate: t.reports_last_login_to,
    },
    save: (values) => {
      const body = criteriaOf(values)
      if (isForExcel.current) return excel.download((excelToken) => saveAccessReport(uid, { ...body, excelToken }))
      return reportWindow.open(() => call(requestAccessReport, { params: { uid }, body }))
    },
  })
  return {
    form,
    excel,
    reportWindow,
    /** Validates and sends the form for a spreadsheet; pressing Enter in it generates a report. */
    submitAsExcel: (element: HTMLFormElement | null) => {
      isForExcel.current = true
      // Valid values are sent before this returns.
      element?.requestSubmit()
      isForExcel.current = false
    },
  }
}
