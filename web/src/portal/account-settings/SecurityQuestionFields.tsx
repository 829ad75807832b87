import { MASKED_ANSWER } from '@portico/contract/account-rules.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../api/texts.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './AccountForm.module.css'
import { questionsQuery } from './account-queries.ts'
import type { RuledForm } from './use-ruled-form.ts'

/** The question as the select holds it. */
export interface SecurityValues {
  securityQuestionId: string
  pswdPhrase: string
  securityConfirmPwd: string
}

interface SecurityQuestionFieldsProps {
  form: Pick<RuledForm<SecurityValues>, 'field' | 'set' | 'values'>
  /** An answer is stored, and shown as a mask. */
  storedQuestionId: number | null
}

/** Question, answer and the current password, shared by account settings and account setup. */
export function SecurityQuestionFields({ form, storedQuestionId }: SecurityQuestionFieldsProps) {
  const t = useTexts(passwordTexts)
  const account = useTexts(accountTexts)
  const { data: questions } = useSuspenseQuery(questionsQuery())
  const isMasked = form.values.pswdPhrase === MASKED_ANSWER
  const choose = (question: string) => {
    form.set('securityQuestionId', question)
    // The stored answer belongs to the stored question.
    const isStored = question === String(storedQuestionId)
    if (isMasked && !isStored) form.set('pswdPhrase', '')
    if (isStored && form.values.pswdPhrase === '') form.set('pswdPhrase', MASKED_ANSWER)
  }
  return (
    <div className={classes['fields']}>
      <div className={classes['wide']}>
        <SelectField
          {...form.field('securityQuestionId')}
          onChange={(event) => choose(event.currentTarget.value)}
          label={t.security_info_question}
          options={[
            { value: '', label: account.account_choose },
            ...questions.map((one) => ({
              value: String(one.securityQuestionId),
              label: one.securityQuestionDscTxt,
            })),
          ]}
        />
      </div>
      <TextField
        {...form.field('pswdPhrase')}
        label={t.security_info_answer}
        help={isMasked ? account.security_panel_answer_kept : undefined}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <PasswordField
        {...form.field('securityConfirmPwd')}
        label={t.security_info_password}
        showLabel={t.password_show}
        hideLabel={t.password_hide}
        autoComplete="current-password"
      />
    </div>
  )
}
