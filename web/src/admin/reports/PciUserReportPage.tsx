import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { PCI_CUSTOMERS_SHOWN, REPORT_KEPT_DAYS } from '@portico/contract/reports/report-rules.ts'
import { requestPciReport } from '@portico/contract/reports/reports.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import type { RadioOption } from '../../patterns/RadioList.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { customerCheck, customerShape } from './customer-field.ts'
import { CustomerChoice } from './CustomerChoice.tsx'
import { ReportDateFields } from './ReportDateFields.tsx'
import { chosenDates, type Dates, dateChecks, datesShape, initialDates, useReportMessages } from './report-dates.ts'
import { reportFacilitiesQuery, initialFacility } from './report-queries.ts'
import { ReportPage } from './ReportPage.tsx'
import { ReportRequested } from './ReportRequested.tsx'
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
  const { facilityCd, customerId: customer, dateType } = form.values
  return (
    <ReportPage
      title={title}
      subtitle={t.reports_pci_lead}
      contains={t.reports_pci_contains}
      kept={formatMessage(t.reports_kept, { days: REPORT_KEPT_DAYS })}
    >
      <FormPanel
        title={title}
        form={form}
        submitLabel={t.reports_generate}
        disabledReason={facilityCd === '' ? t.reports_no_facility : undefined}
      >
        <CustomerChoice
          report="pci"
          value={{ facilityCd, customer }}
          onChange={(next) => {
            form.set('facilityCd', next.facilityCd)
            form.set('customerId', next.customer)
          }}
          error={form.errorOf('customerId')}
          initialCount={PCI_CUSTOMERS_SHOWN}
        />
        <ReportDateFields
          label={t.reports_created}
          type={dateType}
          onType={(type) => form.set('dateType', type)}
          from={form.field('fromDate')}
          to={form.field('toDate')}
        />
        <ReportRequested report={reportWindow.requested} />
      </FormPanel>
    </ReportPage>
  )
}

function usePciForm(open: ReportWindow['open']) {
  const t = useTexts(reportPageTexts)
  const messages = useReportMessages()
  const { uid } = useSignedIn()
  const facilities = useSuspenseQuery(reportFacilitiesQuery(uid)).data
  return useForm({
    schema: pciForm,
    initial: {
      facilityCd: initialFacility(facilities),
      customerId: null as RadioOption | null,
      ...initialDates('all'),
    },
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
