import { useSuspenseQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { ACCESS_CUSTOMERS_SHOWN, ALL_CUSTOMERS } from '@portico/contract/reports/report-rules.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { reportTexts } from '@portico/contract/reports/report-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { CustomerChoice } from './CustomerChoice.tsx'
import { CustomerReportPage } from './CustomerReportPage.tsx'
import { ReportDateFields } from './ReportDateFields.tsx'
import { ExcelProgress } from './ExcelProgress.tsx'
import { statusOptions, typeOptions } from './report-choices.ts'
import { dateFieldsOf } from './report-dates.ts'
import { reportSystemsQuery } from './report-queries.ts'
import classes from './Reports.module.css'
import { isRefusedChoice, type UserAccessForm, useUserAccessForm } from './use-user-access-form.ts'

/** The report of who has access to which applications, to read or as a spreadsheet (RPTS-003). */
export function UserAccessReportPage() {
  const t = useTexts(reportPageTexts)
  const { admin_user_access_report: title } = useTexts(adminMenuTexts)
  const { form, excel, reportWindow, submitAsExcel } = useUserAccessForm()
  const noFacility = form.values.facilityCd === '' ? t.reports_no_facility : undefined
  return (
    <CustomerReportPage
      title={title}
      subtitle={t.reports_access_lead}
      contains={t.reports_access_contains}
      // Only the button of what is under way shows that it is.
      form={{ ...form, isBusy: form.isBusy && excel.progress === null }}
      disabledReason={noFacility ?? excel.progress ?? undefined}
      startAction={<ExcelProgress text={excel.progress} />}
      otherAction={
        <Button
          icon="download"
          busy={excel.progress !== null}
          disabledReason={noFacility}
          onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => submitAsExcel(currentTarget.form)}
        >
          {t.reports_excel}
        </Button>
      }
      requested={reportWindow.requested}
    >
      <UserFields form={form} />
    </CustomerReportPage>
  )
}

function UserFields({ form }: { form: UserAccessForm }) {
  const t = useTexts(reportPageTexts)
  const words = useTexts(reportTexts)
  const { uid } = useSignedIn()
  const systems = useSuspenseQuery(reportSystemsQuery(uid)).data
  const system = form.field('systemId')
  return (
    <>
      <div className={classes['pair']}>
        <SelectField {...form.field('userStatus')} options={statusOptions(words)} />
        <SelectField {...form.field('userType')} options={typeOptions(words)} />
      </div>
      <CustomerChoice
        report="access"
        form={form}
        initialCount={ACCESS_CUSTOMERS_SHOWN}
        first={[{ value: String(ALL_CUSTOMERS), label: words.report_all_customers }]}
      />
      <SelectField
        {...system}
        // At once: the choice that the server refuses is made here or at the customer.
        error={system.error ?? (isRefusedChoice(form.values) ? words.report_system_needed : undefined)}
        options={systems.map(({ systemId, systemNm }) => ({ value: String(systemId), label: systemNm }))}
      />
      <ReportDateFields label={t.reports_created} {...dateFieldsOf(form)} />
      <ReportDateFields
        label={t.reports_last_login}
        type={form.values.lastLoginDateType}
        onType={(type) => form.set('lastLoginDateType', type)}
        from={form.field('lastLoginFromDate')}
        to={form.field('lastLoginToDate')}
      />
    </>
  )
}
