import type { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { ColumnFieldWire } from '@portico/contract/users/user-fields.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { DetailFields } from './details-form.ts'

type ProfileTexts = Texts<typeof userProfileTexts>

export const detailLabelsOf = (
  t: ProfileTexts,
  requestedEmployer: string,
): Record<Exclude<keyof DetailFields, ColumnFieldWire>, string> => ({
  firstNm: t.profile_first_name,
  midInitial: t.profile_middle_initial,
  lastNm: t.profile_last_name,
  emailAddress: t.profile_email,
  employerId: t.profile_employer,
  jobTitleDscTxt: t.profile_job_title,
  departmentId: t.profile_department,
  employeeId: t.profile_employee_id,
  workPhone: t.profile_work_phone,
  workExt: t.profile_extension,
  homePhone: t.profile_home_phone,
  mobilePhnNbr: t.profile_mobile,
  faxNum: t.profile_fax,
  smsCarrierId: t.profile_carrier,
  agreeText: t.profile_agree,
  notificationTypes: t.profile_notifications,
  isActive: t.profile_active,
  internalUserFlg: t.profile_internal,
  usAssociate: t.profile_us_associate,
  signOnAsFlg: t.profile_sign_on_as,
  declinesEmployer: formatMessage(t.profile_employer_decline, { employer: requestedEmployer }),
})

interface Named {
  types: readonly { notificationTypeId: number; notificationTypeNm: string }[]
  departments: readonly { departmentId: number; departmentNm: string }[]
  employers: readonly { value: string; label: string }[]
}

/** The words of a value in the review of changes: names instead of ids. */
export const detailWordsOf =
  ({ types, departments, employers }: Named) =>
  (field: string, value: unknown): string | undefined => {
    if (field === 'employerId') return employers.find((employer) => employer.value === value)?.label
    if (field === 'departmentId')
      return departments.find(({ departmentId }) => String(departmentId) === value)?.departmentNm
    if (field !== 'notificationTypes' || !Array.isArray(value)) return undefined
    const chosen = types.filter(({ notificationTypeId }) => value.includes(notificationTypeId))
    return chosen.map(({ notificationTypeNm }) => notificationTypeNm).join(', ') || undefined
  }
