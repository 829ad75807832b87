import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { PCI_CUSTOMERS_SHOWN } from '@portico/contract/reports/report-rules.ts'
import { requestPciReport } from '@portico/contract/reports/reports.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useForm } from '../../patterns/use-form.ts'
import { customerCheck, customerShape, initialCustomer } from './customer-field.ts'
import { CustomerChoice } from './CustomerChoice.tsx'
import { CustomerReportPage } from './CustomerReportPage.tsx'
import { ReportDateFields } from './ReportDateFields.tsx'
import {
  chosenDates,
  type Dates,
  dateChecks,
  dateFieldsOf,
  datesShape,
  initialDates,
  useReportMessages,
} from './report-dates.ts'
import { reportFacilitiesQuery } from './report-queries.ts'
import { type ReportWindow, useReportWindow } from './use-report-window.ts'

const pciForm = z
  .object({ ...customerShape, ...datesShape })
  .check(customerCheck(), ...dateChecks((dates: Dates) => dates, ['fromDate', 'toDate']))

/** The report of who may see the sensitive data of a customer (RPTS-002). */
export function PciUserReportPage() {
  const t = useTexts(reportPageTexts)
  const { admin_pci_user_report: title } = useTexts(adminMenuTexts)
  const reportWindow = useReportWindow()
  const form = usePciForm(reportWindow.open)
  return (
    <CustomerReportPage
      title={title}
      subtitle={t.reports_pci_lead}
      contains={t.reports_pci_contains}
      form={form}
      disabledReason={form.values.facilityCd === '' ? t.reports_no_facility : undefined}
      requested={reportWindow.requested}
    >
      <CustomerChoice report="pci" form={form} initialCount={PCI_CUSTOMERS_SHOWN} />
      <ReportDateFields label={t.reports_created} {...dateFieldsOf(form)} />
    </CustomerReportPage>
  )
}

function usePciForm(open: ReportWindow['open']) {
  const t = useTexts(reportPageTexts)
  const messages = useReportMessages()
  const { uid } = useSignedIn()
  const facilities = useSuspenseQuery(reportFacilitiesQuery(uid)).data
  return useForm({
    schema: pciForm,
    initial: { ...initialCustomer(facilities), ...initialDates('all') },
    draftKey: 'pci-user-report',
    guardsLeaving: false,
    messages,
    labels: {
      facilityCd: t.reports_facility,
      customerId: t.reports_customer,
      dateType: t.reports_created,
      fromDate: t.reports_created_from,
      toDate: t.reports_created_to,
    },
    save: ({ facilityCd, customerId, ...dates }) => {
      const body = { facilityCd, customerId: Number(customerId?.value), ...chosenDates(dates) }
      return open(() => call(requestPciReport, { params: { uid }, body }))
    },
  })
}
