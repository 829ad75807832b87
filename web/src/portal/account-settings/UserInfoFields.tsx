import type { UserInfo } from '@portico/contract/account/account-rules.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { usePhoneHelp } from '../../patterns/phone-numbers.ts'
import type { Form } from '../../patterns/use-form.ts'
import { TextField } from '../../ui/TextField.tsx'
import classes from './AccountFields.module.css'

interface UserInfoFieldsProps {
  form: Pick<Form<Pick<UserInfo, keyof UserInfo>>, 'field'>
  /** Fields managed by the user's company. */
  readOnly: readonly string[]
}

/** Name, email and work phone, shared by account settings and account setup. */
export function UserInfoFields({ form, readOnly }: UserInfoFieldsProps) {
  const t = useTexts(accountTexts)
  const phoneHelp = usePhoneHelp(t.user_info_phone_help)
  const field = (name: keyof UserInfo, help?: string) => {
    const isKept = readOnly.includes(name)
    return { ...form.field(name), readOnly: isKept, help: isKept ? t.account_of_company : help }
  }
  return (
    <div className={classes['fields']}>
      <TextField {...field('firstNm')} autoComplete="given-name" />
      <TextField {...field('midInitial')} autoComplete="additional-name" />
      <TextField {...field('lastNm')} autoComplete="family-name" />
      <TextField {...field('emailAddress', t.user_info_email_help)} type="email" autoComplete="email" />
      <TextField {...field('workPhone', phoneHelp)} type="tel" autoComplete="tel" />
    </div>
  )
}

export function useUserInfoLabels(): Readonly<Record<keyof UserInfo, string>> {
  const t = useTexts(accountTexts)
  return {
    firstNm: t.user_info_first_name,
    midInitial: t.user_info_middle_initial,
    lastNm: t.user_info_last_name,
    emailAddress: t.user_info_email,
    workPhone: t.user_info_work_phone,
  }
}
