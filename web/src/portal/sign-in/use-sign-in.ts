import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Enrollment, OtherSession } from '@portico/contract/sign-in/sign-in.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { returnPath, paths } from '../../paths.ts'
import { type Failure, failureOf } from '../../patterns/run-action.ts'
import { continueTo } from './continue-to.ts'
import { fetchPreLoginToken, type SignInOutcome, signIn } from './sign-in.ts'
import { type CompanyCallback, dependsOnDomain, readCompanyCallback } from './sign-in-options.ts'

/** Lazy, because most users type their password here. */
const companyAccount = () => import('./company-account.ts')

const emptyCredentials = { userName: '', password: '' }

const finishCompanySignInLater = (result: CompanyCallback, endsOther: boolean) =>
  companyAccount().then(({ finishCompanySignIn }) => finishCompanySignIn(result, endsOther))

const outcomeOf = async (error: unknown): Promise<SignInOutcome> => ({
  kind: 'refused',
  clears: 'nothing',
  ...(await failureOf(error)),
})

/** State of a sign-in, from the first key to the session or an error message. */
export function useSignIn() {
  const t = useTexts(signInTexts)
  const { values, showError, error, setError, ...fields } = useFields()
  const company = useCompanyCallback()
  const [other, setOther] = useState<OtherSession | null>(null)
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  /** The user name whose password is entered here, after the lookup. */
  const [passwordUserName, setPasswordUserName] = useState<string | null>(null)
  const isNameStep = dependsOnDomain(values.userName) && passwordUserName !== values.userName

  /** Runs one step and handles its result. 'password': no result yet, show the password field. */
  const run = async (work: Promise<SignInOutcome | 'password'>) => {
    setBusy(true)
    setError(null)
    // A chunk that fails to load must not leave the form busy.
    const outcome = await work.catch(outcomeOf)
    if (outcome !== 'password') return applyOutcome(outcome)
    setPasswordUserName(values.userName)
    setBusy(false)
  }

  const applyOutcome = (outcome: SignInOutcome) => {
    setOther(outcome.kind === 'duplicate' ? outcome.other : null)
    setEnrollment(outcome.kind === 'enroll' ? outcome.enrollment : null)
    if (outcome.kind === 'elsewhere') return continueTo(router, outcome.address)
    if (outcome.kind !== 'signed-in') setBusy(false)
    if (outcome.kind !== 'refused') return
    company.forget()
    showError(outcome, outcome.clears)
  }

  const attempt = (endsOther: boolean) =>
    void run(company.callback ? finishCompanySignInLater(company.callback, endsOther) : signIn(values, endsOther))

  useStartOnReturn(company.callback, () => attempt(false))

  const submit = () => {
    if (busy) return
    if (isNameStep) return void run(companyAccount().then(({ findMethod }) => findMethod(values.userName)))
    if (values.userName.trim() === '' || values.password === '')
      return showError({ message: t.login_invalid }, 'nothing')
    attempt(false)
  }

  const cancel = () => {
    setOther(null)
    setEnrollment(null)
    company.forget()
  }

  return {
    ...fields,
    values,
    error,
    other,
    enrollment,
    startEnrollment: () => enrollment && continueTo(router, enrollment.enrollUrl),
    follow: applyOutcome,
    busy,
    isNameStep,
    /** True when the password field has just appeared: focus it. */
    isPasswordNext: passwordUserName !== null,
    isCompleting: company.callback !== null && error === null,
    submit,
    confirm: () => attempt(true),
    cancel,
    goToCompany: () => void run(companyAccount().then(({ startCompanySignIn }) => startCompanySignIn())),
  }
}

/** The typed values and the error message. */
function useFields() {
  const [values, setValues] = useState(emptyCredentials)
  const [error, setError] = useState<Failure | null>(null)
  const userNameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // A failure shows at the submit, which loads it again.
    fetchPreLoginToken().catch(() => undefined)
  }, [])

  const showError = (failure: Failure, clears: 'nothing' | 'password' | 'everything') => {
    if (clears === 'password') setValues((before) => ({ ...before, password: '' }))
    if (clears === 'everything') setValues(emptyCredentials)
    setError(failure)
    const field = clears === 'everything' || values.userName === '' ? userNameField : passwordField
    field.current?.focus()
  }

  return { values, setValues, error, setError, showError, userNameField, passwordField }
}

/** A user who has just come back from their company, until signed in or refused. */
function useCompanyCallback() {
  const { hash } = useLocation()
  const [callback, setCallback] = useState(() => readCompanyCallback(hash))
  return { callback, forget: () => setCallback(null) }
}

/** Runs once, and leaves nothing of the ticket in the history. */
function useStartOnReturn(callback: CompanyCallback | null, onStart: () => void) {
  const router = useRouter()
  const hasStarted = useRef(false)

  useEffect(() => {
    if (!callback || hasStarted.current) return
    hasStarted.current = true
    const returnTo = returnPath(callback.returnTo)
    const target = { to: paths.login(), hash: '', state: returnTo ? { returnTo } : {}, replace: true }
    void router.navigate(target).then(onStart)
  })
}
