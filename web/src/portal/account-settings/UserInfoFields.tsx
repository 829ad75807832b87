import type { UserInfo } from '@portico/contract/account-rules.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { TextField } from '../../ui/TextField.tsx'
import classes from './AccountForm.module.css'
import type { RuledForm } from './use-ruled-form.ts'

interface UserInfoFieldsProps {
  form: Pick<RuledForm<UserInfo>, 'field'>
  /** Fields managed by the user's company. */
  readOnly: readonly string[]
}

/** Name, email and work phone, shared by account settings and account setup. */
export function UserInfoFields({ form, readOnly }: UserInfoFieldsProps) {
  const t = useTexts(accountTexts)
  const field = (name: keyof UserInfo, help?: string) => {
    const isKept = readOnly.includes(name)
    return { ...form.field(name), readOnly: isKept, help: isKept ? t.account_of_company : help }
  }
  return (
    <div className={classes['fields']}>
      <TextField {...field('firstNm')} label={t.user_info_first_name} autoComplete="given-name" />
      <TextField
        {...field('midInitial', t.account_optional)}
        label={t.user_info_middle_initial}
        autoComplete="additional-name"
      />
      <TextField {...field('lastNm')} label={t.user_info_last_name} autoComplete="family-name" />
      <TextField
        {...field('emailAddress', t.user_info_email_help)}
        label={t.user_info_email}
        type="email"
        autoComplete="email"
      />
      <TextField
        {...field('workPhone', t.user_info_phone_help)}
        label={t.user_info_work_phone}
        type="tel"
        autoComplete="tel"
      />
    </div>
  )
}
