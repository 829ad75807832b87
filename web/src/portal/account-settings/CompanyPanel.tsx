import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getProfile, type Profile } from '@portico/contract/account/account.ts'
import { emailDomain, jobTitleIssues, type RuleIssue, normalizeText } from '@portico/contract/account/account-rules.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { type Form, useForm } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './AccountFields.module.css'
import { ownDepartmentsQuery, ownEmployersQuery } from './account-queries.ts'
import { ownProfileQuery } from './own-profile.ts'
import { EditPanel } from './EditPanel.tsx'
import { type Employers, employerChosen } from './employer-choice.ts'
import { saveProfile } from './save-account.ts'

/** Employer, job title and department (ACCT-008). */
export function CompanyPanel() {
  const t = useTexts(accountTexts)
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  return (
    <EditPanel
      name="company-info"
      title={t.company_title}
      help={t.company_help}
      rows={
        <>
          <PanelRow title={t.company_employer}>
            {profile.employerNm}
            {profile.pendingEmployerNm !== null && (
              <div>{formatMessage(t.employer_pending, { employer: profile.pendingEmployerNm })}</div>
            )}
          </PanelRow>
          <PanelRow title={t.company_job_title}>{profile.jobTitleDscTxt ?? t.account_none}</PanelRow>
          <PanelRow title={t.company_department}>{profile.departmentNm ?? t.account_none}</PanelRow>
        </>
      }
      form={(close) => <CompanyForm profile={profile} close={close} />}
    />
  )
}

type CompanyValues = {
  /** Null: not changed by the user, so the list decides. */
  employerId: string | null
  /** The requested or current employer, which is compared and not sent. */
  employerNm: string
  jobTitleDscTxt: string
  departmentId: string
}

function CompanyForm({ profile, close }: { profile: Profile; close: () => void }) {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: departments } = useSuspenseQuery(ownDepartmentsQuery())
  const lookUp = useQuery(ownEmployersQuery(uid))
  const isOfCompany = (field: string) => profile.readOnlyFields.includes(field)
  const employers = isOfCompany('employerId') ? [] : (lookUp.data ?? [])
  const chosen = (values: CompanyValues) => employerChosen(profile, employers, values.employerId)
  const form = useForm({
    draftKey: 'company-info',
    schema: rulesSchema((values: CompanyValues) => [
      ...employerIssues(employers, chosen(values)),
      ...titleIssues(values, profile),
    ]),
    messages: t,
    initial: {
      employerId: null,
      employerNm: profile.pendingEmployerNm ?? profile.employerNm ?? '',
      jobTitleDscTxt: profile.jobTitleDscTxt ?? '',
      departmentId: String(profile.departmentId ?? ''),
    },
    labels: {
      employerId: t.company_employer,
      employerNm: t.company_employer,
      jobTitleDscTxt: t.company_job_title,
      departmentId: t.company_department,
    },
    loadedVersion: profile.version,
    comparedAs: { fields: (values) => companyInWords(values, employers, departments) },
    invalidate: [getProfile],
    save: async (values) => {
      const { profile: saved, message } = await saveProfile({
        ...(employers.length > 0 && { employerId: chosen(values) }),
        ...(!isOfCompany('jobTitleDscTxt') && {
          jobTitleDscTxt: normalizeText(values.jobTitleDscTxt) || null,
        }),
        ...(!isOfCompany('departmentId') && {
          departmentId: values.departmentId === '' ? null : Number(values.departmentId),
        }),
        version: profile.version,
      })
      const employer = saved.pendingEmployerNm
      toast.success(employer === null ? message : formatMessage(t.employer_requested, { employer }))
      return ''
    },
    afterSave: close,
  })
  return (
    <FormPanel
      title={t.company_title}
      form={form}
      submitLabel={t.account_save}
      onCancel={close}
      disabledReason={lookUp.isPending ? t.company_employer_loading : undefined}
    >
      <div className={classes['fields']}>
        <EmployerField
          form={form}
          profile={profile}
          employers={employers}
          chosen={chosen(form.values)}
          failed={lookUp.isError}
        />
        <TextField
          {...form.field('jobTitleDscTxt')}
          readOnly={isOfCompany('jobTitleDscTxt')}
          autoComplete="organization-title"
        />
        <SelectField
          {...form.field('departmentId')}
          disabled={isOfCompany('departmentId')}
          help={isOfCompany('departmentId') ? t.account_of_company : undefined}
          options={[
            { value: '', label: t.account_none },
            ...departments.map(({ departmentId, departmentNm }) => ({
              value: String(departmentId),
              label: departmentNm,
            })),
          ]}
        />
      </div>
    </FormPanel>
  )
}

/** Employer and department by name. */
const companyInWords = (
  { employerId, employerNm, jobTitleDscTxt, departmentId: id }: CompanyValues,
  employers: Employers,
  departments: readonly { departmentId: number; departmentNm: string }[],
) => ({
  employerId: employers.find(({ clientId }) => String(clientId) === employerId)?.clientNm ?? employerNm,
  jobTitleDscTxt,
  departmentId: departments.find(({ departmentId }) => String(departmentId) === id)?.departmentNm ?? '',
})

const employerIssues = (employers: Employers, chosen: number | null): RuleIssue[] =>
  employers.length > 1 && chosen === null ? [{ field: 'employerId', text: 'employer_missing' }] : []

const titleIssues = ({ jobTitleDscTxt }: CompanyValues, { readOnlyFields }: Profile): RuleIssue[] =>
  readOnlyFields.includes('jobTitleDscTxt') ? [] : jobTitleIssues(jobTitleDscTxt)

interface EmployerFieldProps {
  form: Pick<Form<CompanyValues>, 'field'>
  profile: Profile
  employers: Employers
  chosen: number | null
  failed: boolean
}

/** A select where there is a choice; else the current employer as text. */
function EmployerField({ form, profile, employers, chosen, failed }: EmployerFieldProps) {
  const t = useTexts(accountTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  if (employers.length === 0) {
    const isKept = profile.readOnlyFields.includes('employerId')
    return (
      <TextField
        label={t.company_employer}
        value={profile.employerNm ?? ''}
        readOnly
        help={isKept ? t.account_of_company : t.company_employer_fixed}
        error={failed && t.employer_lookup_failed}
      />
    )
  }
  const options = employers.map(({ clientId, clientNm }) => ({ value: String(clientId), label: clientNm }))
  return (
    <SelectField
      {...form.field('employerId')}
      value={String(chosen ?? '')}
      help={formatMessage(t.company_employer_help, { domain: emailDomain(profile.emailAddress ?? '') })}
      options={chosen === null ? [{ value: '', label: selectOne }, ...options] : options}
    />
  )
}
