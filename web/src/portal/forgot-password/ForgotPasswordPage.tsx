import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { recoveryTexts } from '@portico/contract/password/recovery-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { requiredText } from '../../patterns/field-schemas.ts'
import { FormProblem } from '../../patterns/FormProblem.tsx'
import { type Form, useForm } from '../../patterns/use-form.ts'
import { PageActions, PageForm, CenteredPage, PageNote } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usesRecoveryLink } from '../sign-in/sign-in-options.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { HumanCheck } from '../sign-in/HumanCheck.tsx'
import { fetchQuestion, sendAnswer, sendLink } from './forgot-password.ts'

type Step = 'user' | 'question' | 'done'
const stepNumbers: Readonly<Record<Step, number>> = { user: 1, question: 2, done: 3 }

/** A mailed temporary password for users who forgot theirs: user ID, security question, and back to sign-in. */
export function ForgotPasswordPage() {
  const t = useTexts(recoveryTexts)
  const [step, setStep] = useState<Step>('user')
  const [userName, setUserName] = useState(useLocation().state.userName ?? '')
  const [question, setQuestion] = useState('')
  const [sent, setSent] = useState({ message: '', time: '' })
  const heading = useRef<HTMLHeadingElement>(null)
  const titles = { user: t.recovery_title, question: t.recovery_question, done: t.recovery_done_title }
  const first = useRef(true)
  useEffect(() => {
    // The last step has no field to focus.
    if (!first.current && step === 'done') heading.current?.focus()
    first.current = false
  }, [step])
  return (
    <CenteredPage title={titles[step]} headingRef={heading}>
      <PageNote>{stepText(step, t)}</PageNote>
      {step === 'user' && (
        <UserStep
          userName={userName}
          onUserNameChange={setUserName}
          onNext={(found) => {
            setQuestion(found)
            setStep('question')
          }}
          onSent={(message, time) => {
            setSent({ message, time })
            setStep('done')
          }}
        />
      )}
      {step === 'question' && (
        <QuestionStep
          userName={userName}
          question={question}
          onPrevious={() => setStep('user')}
          onNext={(message, time) => {
            setSent({ message, time })
            setStep('done')
          }}
        />
      )}
      {step === 'done' && <LastStep {...sent} onPrevious={() => setStep(usesRecoveryLink() ? 'user' : 'question')} />}
      <HumanCheck />
    </CenteredPage>
  )
}

/** A mailed link needs no security question, so there are only two steps. */
const stepText = (step: Step, t: Texts<typeof recoveryTexts>) =>
  usesRecoveryLink()
    ? formatMessage(t.recovery_link_step, { step: step === 'user' ? 1 : 2 })
    : formatMessage(t.recovery_step, { step: stepNumbers[step] })

interface StepFormProps {
  form: Pick<Form<never>, 'problem' | 'saved' | 'isBusy' | 'submit'>
  onPrevious: () => void
  children: ReactNode
}

/** A step's fields and its two buttons (PSWD-007). */
function StepForm({ form, onPrevious, children }: StepFormProps) {
  const t = useTexts(recoveryTexts)
  return (
    <PageForm onSubmit={form.submit}>
      {children}
      <FormProblem problem={form.problem} />
      {form.saved !== null && form.saved !== '' && <Alert tone="info">{form.saved}</Alert>}
      <PageActions>
        <Button onClick={onPrevious}>{t.recovery_previous}</Button>
        <Button kind="primary" type="submit" busy={form.isBusy}>
          {t.recovery_next}
        </Button>
      </PageActions>
    </PageForm>
  )
}

interface UserStepProps {
  userName: string
  onUserNameChange: (userName: string) => void
  onNext: (question: string) => void
  /** A link was sent: there is no question to answer. */
  onSent: (message: string, time: string) => void
}

const userForm = z.object({ username: z.string().check(z.trim(), z.minLength(1, 'recovery_user_missing')) })

function UserStep({ userName, onUserNameChange, onNext, onSent }: UserStepProps) {
  const t = useTexts(recoveryTexts)
  const { login_user_id: label } = useTexts(signInTexts)
  const navigate = useNavigate()
  const [wasSentEmpty, setWasSentEmpty] = useState(false)
  const form = useForm({
    draftKey: 'recovery-user',
    schema: userForm,
    initial: { username: userName },
    labels: { username: label },
    messages: t,
    save: async ({ username }) => {
      onUserNameChange(username)
      if (usesRecoveryLink()) {
        const { data, message } = await sendLink(username)
        onSent(message, data.timeDescription)
      } else onNext((await fetchQuestion(username)).data.securityQuestionDscTxt)
      return ''
    },
  })
  const isEmpty = form.values.username.trim() === ''
  if (wasSentEmpty && !isEmpty) setWasSentEmpty(false)
  const submit: typeof form.submit = (event) => {
    setWasSentEmpty(isEmpty)
    form.submit(event)
  }
  // The field says what is missing, and the specified sentence stands below it (PSWD-027).
  const saved = wasSentEmpty ? t.recovery_sent : form.saved
  return (
    <StepForm form={{ ...form, saved, submit }} onPrevious={() => void navigate({ to: paths.login() })}>
      <TextField
        {...form.field('username')}
        help={t.recovery_user_help}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        autoFocus
      />
    </StepForm>
  )
}

interface QuestionStepProps {
  userName: string
  question: string
  onPrevious: () => void
  onNext: (message: string, time: string) => void
}

/** Characters of a typed answer, as the server takes it. */
const TYPED_ANSWER_MAX = 1000
const answerForm = z.object({ answer: requiredText(TYPED_ANSWER_MAX) })

function QuestionStep({ userName, question, onPrevious, onNext }: QuestionStepProps) {
  const t = useTexts(recoveryTexts)
  const { answer_show: showLabel, answer_hide: hideLabel } = useTexts(passwordTexts)
  const form = useForm({
    draftKey: 'recovery-answer',
    schema: answerForm,
    initial: { answer: '' },
    labels: { answer: question },
    secret: ['answer'],
    // The server's message stands at the field, which is cleared (PSWD-034, PSWD-035).
    clearsOnRefusal: ['answer'],
    mainField: 'answer',
    save: async ({ answer }) => {
      const { data, message } = await sendAnswer(userName, answer)
      onNext(message, data.timeDescription)
      return ''
    },
  })
  return (
    <StepForm form={form} onPrevious={onPrevious}>
      <PasswordField
        {...form.field('answer')}
        help={t.recovery_answer_help}
        showLabel={showLabel}
        hideLabel={hideLabel}
        autoComplete="off"
        maxLength={TYPED_ANSWER_MAX}
        autoFocus
      />
    </StepForm>
  )
}

function LastStep({ message, time, onPrevious }: { message: string; time: string; onPrevious: () => void }) {
  const t = useTexts(recoveryTexts)
  const navigate = useNavigate()
  return (
    <>
      <Alert tone="info">{message}</Alert>
      <p>{formatMessage(usesRecoveryLink() ? t.recovery_link_valid : t.recovery_valid, { time })}</p>
      <PageNote>{usesRecoveryLink() ? t.recovery_link_nothing : t.recovery_nothing}</PageNote>
      <PageActions>
        <Button onClick={onPrevious}>{t.recovery_previous}</Button>
        <Button kind="primary" onClick={() => void navigate({ to: paths.login() })}>
          {t.recovery_login}
        </Button>
      </PageActions>
    </>
  )
}
