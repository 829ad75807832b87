import { directoryAttributeTexts } from '@portico/contract/scim/directory-attribute-texts.ts'
import type { MappedField } from '@portico/contract/scim/directory-attributes.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useTexts } from '../../api/texts.ts'

export type FieldNames = Readonly<Record<MappedField, string>>

/** The names of the fields that a directory fills, as the profile has them. */
export function useFieldNames(): FieldNames {
  const own = useTexts(directoryAttributeTexts)
  const profile = useTexts(userProfileTexts)
  return {
    userNm: own.directory_attributes_user_id,
    firstNm: profile.profile_first_name,
    midInitial: profile.profile_middle_initial,
    lastNm: profile.profile_last_name,
    emailAddress: profile.profile_email,
    workPhone: profile.profile_work_phone,
    homePhone: profile.profile_home_phone,
    faxNum: profile.profile_fax,
    employeeId: profile.profile_employee_id,
    costCenter: useTexts(userFieldTexts).user_field_cost_center,
    jobTitleDscTxt: profile.profile_job_title,
    departmentNm: profile.profile_department,
  }
}
