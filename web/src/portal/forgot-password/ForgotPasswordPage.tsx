import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CalmActions, CalmForm, CalmPage, CalmWords } from '../../shell/CalmPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { fill } from '../../ui/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { recoversByLink } from '../sign-in/ways-in.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { CheckOfPerson } from '../sign-in/CheckOfPerson.tsx'
import { questionOf, type Reply, sendAnswer, sendLink } from './forgot-password.ts'

type Step = 'user' | 'question' | 'done'
const numbers: Readonly<Record<Step, number>> = { user: 1, question: 2, done: 3 }

/** Whoever forgot the password gets a temporary one by mail: user ID, security question, and back to sign-in. */
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
    // The last step has no field that would take the focus.
    if (!first.current && step === 'done') heading.current?.focus()
    first.current = false
  }, [step])
  return (
    <CalmPage title={titles[step]} headingRef={heading}>
      <CalmWords>{stepOf(step, t)}</CalmWords>
      {step === 'user' && (
        <UserStep
          userName={userName}
          onType={setUserName}
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
      {step === 'done' && <LastStep {...sent} onPrevious={() => setStep(recoversByLink() ? 'user' : 'question')} />}
      <CheckOfPerson />
    </CalmPage>
  )
}

/** A mailed link needs no question, hence two steps only. */
const stepOf = (step: Step, t: { readonly recovery_step: string; readonly recovery_link_step: string }) =>
  recoversByLink()
    ? fill(t.recovery_link_step, { step: step === 'user' ? 1 : 2 })
    : fill(t.recovery_step, { step: numbers[step] })

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
    <CalmForm onSubmit={submit}>
      {children}
      {notice && <Message tone={notice.tone}>{notice.text}</Message>}
      <CalmActions>
        <Button onClick={onPrevious}>{t.recovery_previous}</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {t.recovery_next}
        </Button>
      </CalmActions>
    </CalmForm>
  )
}

/** One question to the server at a time, and its refusal. */
function useAsking() {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [busy, setBusy] = useState(false)
  const asking = async <T,>(question: Promise<Reply<T>>): Promise<{ data: T; message: string } | null> => {
    setBusy(true)
    setNotice(null)
    const reply = await question
    setBusy(false)
    if (reply.ok) return reply
    setNotice({ tone: 'error', text: reply.message })
    return null
  }
  return { notice, setNotice, busy, asking }
}

interface UserStepProps {
  userName: string
  onType: (userName: string) => void
  onNext: (question: string) => void
  /** A link is on its way: there is no question to ask. */
  onSent: (message: string, time: string) => void
}

function UserStep({ userName, onType, onNext, onSent }: UserStepProps) {
  const t = useTexts(recoveryTexts)
  const { login_user_id: label } = useTexts(signInTexts)
  const navigate = useNavigate()
  const { notice, setNotice, busy, asking } = useAsking()
  const next = async () => {
    if (userName.trim() === '') return setNotice({ tone: 'info', text: t.recovery_sent })
    if (recoversByLink()) {
      const reply = await asking(sendLink(userName))
      if (reply) onSent(reply.message, reply.data.timeDescription)
      return
    }
    const reply = await asking(questionOf(userName))
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
        onChange={(event) => onType(event.currentTarget.value)}
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
  const { notice, busy, asking } = useAsking()
  const field = useRef<HTMLInputElement>(null)
  const next = async () => {
    const reply = await asking(sendAnswer(userName, answer))
    // Right or wrong, nobody is told; what was answered does not stay on the screen (PSWD-035).
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
      <Message tone="info">{message}</Message>
      <p>{fill(recoversByLink() ? t.recovery_link_valid : t.recovery_valid, { time })}</p>
      <CalmWords>{recoversByLink() ? t.recovery_link_nothing : t.recovery_nothing}</CalmWords>
      <CalmActions>
        <Button onClick={onPrevious}>{t.recovery_previous}</Button>
        <Button kind="primary" onClick={() => void navigate({ to: paths.login() })}>
          {t.recovery_login}
        </Button>
      </CalmActions>
    </>
  )
}
