import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { PageActions, PageForm, CenteredPage, PageNote } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { TextField } from '../../ui/TextField.tsx'
import { usesRecoveryLink } from '../sign-in/sign-in-options.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { HumanCheck } from '../sign-in/HumanCheck.tsx'
import { fetchQuestion, type Reply, sendAnswer, sendLink } from './forgot-password.ts'

type Step = 'user' | 'question' | 'done'
const stepNumbers: Readonly<Record<Step, number>> = { user: 1, question: 2, done: 3 }

/** A mailed temporary password for users who forgot theirs: user ID, security question, and back to sign-in. */
export function ForgotPasswordPage() {
  const t = useTexts(recoveryTexts)
  const [step, setStep] = useState<Step>('user')
  const [userName, setUserName] = useState('')
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

interface Notice {
  tone: 'error' | 'info'
  text: string
}

interface StepFormProps {
  notice: Notice | null
  busy: boolean
  onPrevious: () => void
  onNext: () => void
  children: ReactNode
}

/** A step's fields and its two buttons (PSWD-007). */
function StepForm({ notice, busy, onPrevious, onNext, children }: StepFormProps) {
  const t = useTexts(recoveryTexts)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onNext()
  }
  return (
    <PageForm onSubmit={submit}>
      {children}
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
      <PageActions>
        <Button onClick={onPrevious}>{t.recovery_previous}</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {t.recovery_next}
        </Button>
      </PageActions>
    </PageForm>
  )
}

/** Runs one request at a time and keeps its error. */
function useRequest() {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async <T,>(question: Promise<Reply<T>>): Promise<{ data: T; message: string } | null> => {
    setBusy(true)
    setNotice(null)
    const reply = await question
    setBusy(false)
    if (reply.ok) return reply
    setNotice({ tone: 'error', text: reply.message })
    return null
  }
  return { notice, setNotice, busy, asking: submit }
}

interface UserStepProps {
  userName: string
  onUserNameChange: (userName: string) => void
  onNext: (question: string) => void
  /** A link was sent: there is no question to answer. */
  onSent: (message: string, time: string) => void
}

function UserStep({ userName, onUserNameChange, onNext, onSent }: UserStepProps) {
  const t = useTexts(recoveryTexts)
  const { login_user_id: label } = useTexts(signInTexts)
  const navigate = useNavigate()
  const { notice, setNotice, busy, asking: submit } = useRequest()
  const next = async () => {
    if (userName.trim() === '') return setNotice({ tone: 'info', text: t.recovery_sent })
    if (usesRecoveryLink()) {
      const reply = await submit(sendLink(userName))
      if (reply) onSent(reply.message, reply.data.timeDescription)
      return
    }
    const reply = await submit(fetchQuestion(userName))
    if (reply) onNext(reply.data.securityQuestionDscTxt)
  }
  return (
    <StepForm
      notice={notice}
      busy={busy}
      onPrevious={() => void navigate({ to: paths.login() })}
      onNext={() => void next()}
    >
      <TextField
        label={label}
        help={t.recovery_user_help}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        autoFocus
        value={userName}
        onChange={(event) => onUserNameChange(event.currentTarget.value)}
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

function QuestionStep({ userName, question, onPrevious, onNext }: QuestionStepProps) {
  const t = useTexts(recoveryTexts)
  const { password_show: showLabel, password_hide: hideLabel } = useTexts(passwordTexts)
  const [answer, setAnswer] = useState('')
  const { notice, busy, asking: submit } = useRequest()
  const field = useRef<HTMLInputElement>(null)
  const next = async () => {
    const reply = await submit(sendAnswer(userName, answer))
    // A right or wrong answer gets the same message, and the typed answer is cleared (PSWD-035).
    setAnswer('')
    if (reply) onNext(reply.message, reply.data.timeDescription)
    else field.current?.focus()
  }
  return (
    <StepForm notice={notice} busy={busy} onPrevious={onPrevious} onNext={() => void next()}>
      <PasswordField
        ref={field}
        label={question}
        help={t.recovery_answer_help}
        showLabel={showLabel}
        hideLabel={hideLabel}
        name="answer"
        autoComplete="off"
        maxLength={1000}
        autoFocus
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
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
