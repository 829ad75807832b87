import * as z from 'zod/mini'
import { reportDateFields, reportUserStatuses, reportYesNo } from '@portico/contract/reports/report-rules.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { reportTexts } from '@portico/contract/reports/report-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { ReportDateFields } from './ReportDateFields.tsx'
import { ExcelProgress } from './ExcelProgress.tsx'
import { initialType, statusOptions, typeOptions } from './report-choices.ts'
import {
  chosenDates,
  type Dates,
  dateChecks,
  dateFieldsOf,
  datesShape,
  initialDates,
  useReportMessages,
} from './report-dates.ts'
import { saveUserListReport } from './report-queries.ts'
import { ReportPage } from './ReportPage.tsx'
import classes from './Reports.module.css'
import { useExcel } from './use-excel.ts'

const userListForm = z
  .object({
    userStatus: z.enum(reportUserStatuses),
    userType: z.enum(reportYesNo),
    adminFlg: z.enum(reportYesNo),
    dateField: z.enum(reportDateFields),
    ...datesShape,
  })
  .check(...dateChecks((dates: Dates) => dates, ['fromDate', 'toDate']))

/** The spreadsheet of the users that an administrator administers (RPTS-001). */
export function UserListReportPage() {
  const t = useTexts(reportPageTexts)
  const words = useTexts(reportTexts)
  const { admin_user_list_report: title } = useTexts(adminMenuTexts)
  const excel = useExcel()
  const form = useUserListForm(excel.download)
  return (
    <ReportPage
      title={title}
      subtitle={t.reports_user_list_lead}
      contains={t.reports_user_list_contains}
      kept={t.reports_user_list_kept}
    >
      <FormPanel
        title={title}
        form={form}
        submitLabel={t.reports_excel}
        startAction={<ExcelProgress text={excel.progress} />}
      >
        <div className={classes['pair']}>
          <SelectField {...form.field('userStatus')} options={statusOptions(words)} />
          <SelectField {...form.field('userType')} options={typeOptions(words)} />
          <SelectField {...form.field('adminFlg')} options={administratorOptions(t)} />
          <SelectField
            {...form.field('dateField')}
            options={reportDateFields.map((value) => ({ value, label: t[`reports_date_${value}`] }))}
          />
        </div>
        <ReportDateFields label={t.reports_dates} {...dateFieldsOf(form)} />
      </FormPanel>
    </ReportPage>
  )
}

/** The form with its specified defaults (RPTS-115..121). */
function useUserListForm(download: ReturnType<typeof useExcel>['download']) {
  const t = useTexts(reportPageTexts)
  const messages = useReportMessages()
  const { uid } = useSignedIn()
  return useForm({
    schema: userListForm,
    initial: {
      userStatus: 'A',
      userType: initialType(),
      adminFlg: 'ALL',
      dateField: 'lastlogin',
      ...initialDates('specific'),
    },
    draftKey: 'user-list-report',
    guardsLeaving: false,
    messages,
    labels: {
      userStatus: t.reports_status,
      userType: t.reports_type,
      adminFlg: t.reports_administrators,
      dateField: t.reports_date_field,
      dateType: t.reports_dates,
      fromDate: t.reports_from,
      toDate: t.reports_to,
    },
    save: ({ userStatus, userType, adminFlg, dateField, ...dates }) =>
      download((excelToken) =>
        saveUserListReport(uid, { userStatus, userType, adminFlg, dateField, ...chosenDates(dates), excelToken }),
      ),
  })
}

const administratorOptions = (t: Texts<typeof reportPageTexts>) => [
  { value: 'ALL', label: t.reports_administrators_all },
  { value: 'Y', label: t.reports_administrators_only },
  { value: 'N', label: t.reports_administrators_none },
]
