import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { getSecurityQuestions, saveSecurityInfo } from '@portico/contract/password.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ApiError, ask } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import { noteSecurityQuestion, useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CalmPage } from '../../shell/CalmPage.tsx'
import { signOut } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { Message } from '../../ui/Message.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useTyped } from '../../ui/typed.ts'
import classes from './QuestionGate.module.css'

const nothing = { securityQuestionId: '', pswdPhrase: '', securityConfirmPwd: '' }
type Values = typeof nothing
type Errors = Partial<Values>

/** The last gate: a question whose answer brings a new password should the present one be forgotten. */
export function QuestionGate() {
  const t = useTexts(passwordTexts)
  const { session_sign_out: signOutLabel } = useTexts(signInTexts)
  const questions = useQuery(query(getSecurityQuestions)).data ?? []
  const { values, errors, failure, busy, type, submit } = useQuestionForm()
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) => type(name, event.currentTarget.value),
  })
  return (
    <CalmPage title={t.security_info_title}>
      <p>{t.security_info_body}</p>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <ChoiceField
          {...field('securityQuestionId')}
          label={t.security_info_question}
          options={[
            { value: '', label: '' },
            ...questions.map((one) => ({
              value: String(one.securityQuestionId),
              label: one.securityQuestionDscTxt,
            })),
          ]}
        />
        <TextField {...field('pswdPhrase')} label={t.security_info_answer} autoComplete="off" maxLength={100} />
        <PasswordField
          {...field('securityConfirmPwd')}
          label={t.security_info_password}
          showLabel={t.password_show}
          hideLabel={t.password_hide}
          autoComplete="current-password"
        />
        {failure !== null && <Message tone="error">{failure}</Message>}
        <div className={classes['actions']}>
          <Button onClick={signOut}>{signOutLabel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t.security_info_submit}
          </Button>
        </div>
      </form>
    </CalmPage>
  )
}

function useQuestionForm() {
  const t = useTexts(passwordTexts)
  const { field_required: required } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const router = useRouter()
  const state = useLocation().state
  const [values, setValues] = useTyped('security-question', nothing, { never: ['pswdPhrase', 'securityConfirmPwd'] })
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { ...values, securityQuestionId: Number(values.securityQuestionId) }
      const { message } = await ask(saveSecurityInfo, { params: { uid }, body })
      noteSecurityQuestion()
      toast.success(message)
      // The guard of the sign-in page knows what comes next.
      await router.navigate({ to: paths.login(), state, replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const atFields: Errors = Object.fromEntries(error.fields.map((issue) => [issue.field, issue.message]))
      setErrors(atFields)
      if (error.fields.length === 0) setFailure(error.message)
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found: Errors = {
      ...(values.securityQuestionId === '' && { securityQuestionId: t.security_question_missing }),
      ...(values.pswdPhrase.trim() === '' && { pswdPhrase: t.security_answer_missing }),
      ...(values.securityConfirmPwd === '' && { securityConfirmPwd: required }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) void save()
  }
  const type = (name: keyof Values, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _mended, ...others }) => others)
  }
  return { values, errors, failure, busy, type, submit }
}
