import { MASKED_ANSWER } from '@portico/contract/account/account-rules.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './AccountFields.module.css'
import { questionsQuery } from './account-queries.ts'

/** The question as the select holds it. */
export type SecurityValues = {
  securityQuestionId: string
  pswdPhrase: string
  securityConfirmPwd: string
}

interface SecurityQuestionFieldsProps {
  form: Pick<Form<SecurityValues>, 'field' | 'set' | 'values'>
  /** An answer is stored, and shown as a mask. */
  storedQuestionId: number | null
}

/** Question, answer and the current password, shared by account settings and account setup. */
export function SecurityQuestionFields({ form, storedQuestionId }: SecurityQuestionFieldsProps) {
  const t = useTexts(passwordTexts)
  const { security_panel_answer_kept: answerKept } = useTexts(accountTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
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
          options={[
            { value: '', label: selectOne },
            ...questions.map((one) => ({
              value: String(one.securityQuestionId),
              label: one.securityQuestionDscTxt,
            })),
          ]}
        />
      </div>
      <TextField
        {...form.field('pswdPhrase')}
        help={isMasked ? answerKept : undefined}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <PasswordField
        {...form.field('securityConfirmPwd')}
        showLabel={t.password_show}
        hideLabel={t.password_hide}
        autoComplete="current-password"
      />
    </div>
  )
}

/** Fields that are never stored. */
export const securitySecrets = ['pswdPhrase', 'securityConfirmPwd'] as const

export function useSecurityLabels(): Readonly<Record<keyof SecurityValues, string>> {
  const t = useTexts(passwordTexts)
  return {
    securityQuestionId: t.security_info_question,
    pswdPhrase: t.security_info_answer,
    securityConfirmPwd: t.security_info_password,
  }
}
