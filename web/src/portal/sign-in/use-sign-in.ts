import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Enrolment, OtherSession } from '@portico/contract/sign-in.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { ownPath, paths } from '../../paths.ts'
import { goOn } from './go-on.ts'
import { fetchPreLoginToken, type Outcome, signIn } from './sign-in.ts'
import { type CompanyArrival, dependsOnName, readCompanyArrival } from './ways-in.ts'

/** Most people type their password here, so the page does not carry the other ways. */
const companyAccount = () => import('./company-account.ts')

const nobody = { userName: '', password: '' }

const arriveLater = (arrival: CompanyArrival, endsOther: boolean) =>
  companyAccount().then(({ arriveFromCompany }) => arriveFromCompany(arrival, endsOther))

/** The course of a sign-in, from the first key to the session or to a sentence that says why not. */
export function useSignIn() {
  const t = useTexts(signInTexts)
  const { values, refuse, error, setError, ...fields } = useFields()
  const company = useCompanyArrival()
  const [other, setOther] = useState<OtherSession | null>(null)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  /** The name whose password is typed here although it might have led elsewhere. */
  const [nameHere, setNameHere] = useState<string | null>(null)
  const asksName = dependsOnName(values.userName) && nameHere !== values.userName

  /** One step, and what comes of it. 'password': nothing yet, the password is to be typed here. */
  const take = async (step: Promise<Outcome | 'password'>) => {
    setBusy(true)
    setError(null)
    const outcome = await step
    if (outcome !== 'password') return follow(outcome)
    setNameHere(values.userName)
    setBusy(false)
  }

  const follow = (outcome: Outcome) => {
    setOther(outcome.kind === 'duplicate' ? outcome.other : null)
    setEnrolment(outcome.kind === 'enrol' ? outcome.enrolment : null)
    if (outcome.kind === 'elsewhere') return goOn(router, outcome.address)
    if (outcome.kind !== 'signed-in') setBusy(false)
    if (outcome.kind !== 'refused') return
    company.forget()
    refuse(outcome.sentence, outcome.clears)
  }

  const attempt = (endsOther: boolean) =>
    void take(company.arrival ? arriveLater(company.arrival, endsOther) : signIn(values, endsOther))

  useBeginning(company.arrival, () => attempt(false))

  const submit = () => {
    if (busy) return
    if (asksName) return void take(companyAccount().then(({ wayOf }) => wayOf(values.userName)))
    if (values.userName.trim() === '' || values.password === '') return refuse(t.login_invalid, 'nothing')
    attempt(false)
  }

  const cancel = () => {
    setOther(null)
    setEnrolment(null)
    company.forget()
  }

  return {
    ...fields,
    values,
    error,
    other,
    enrolment,
    startEnrolment: () => enrolment && goOn(router, enrolment.enrollUrl),
    follow,
    busy,
    asksName,
    /** The password has just been asked for: it is what comes next. */
    isPasswordNext: nameHere !== null,
    isArriving: company.arrival !== null && error === null,
    submit,
    confirm: () => attempt(true),
    cancel,
    goToCompany: () => void take(companyAccount().then(({ companySignIn }) => companySignIn())),
  }
}

/** What is typed, and the sentence that says why it did not do. */
function useFields() {
  const [values, setValues] = useState(nobody)
  const [error, setError] = useState<string | null>(null)
  const userNameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // A failure here is told when it matters: at the attempt, which fetches again.
    fetchPreLoginToken().catch(() => undefined)
  }, [])

  const refuse = (sentence: string, clears: 'nothing' | 'password' | 'everything') => {
    if (clears === 'password') setValues((before) => ({ ...before, password: '' }))
    if (clears === 'everything') setValues(nobody)
    setError(sentence)
    const field = clears === 'everything' || values.userName === '' ? userNameField : passwordField
    field.current?.focus()
  }

  return { values, setValues, error, setError, refuse, userNameField, passwordField }
}

/** Somebody who has just come back from his company, until he is in or turned away. */
function useCompanyArrival() {
  const { hash } = useLocation()
  const [arrival, setArrival] = useState(() => readCompanyArrival(hash))
  return { arrival, forget: () => setArrival(null) }
}

/** Begins once, and leaves nothing of it in the history. */
function useBeginning(arrival: CompanyArrival | null, begin: () => void) {
  const router = useRouter()
  const hasBegun = useRef(false)

  useEffect(() => {
    if (!arrival || hasBegun.current) return
    hasBegun.current = true
    const returnTo = ownPath(arrival.returnTo)
    const emptied = { to: paths.login(), hash: '', state: returnTo ? { returnTo } : {}, replace: true }
    void router.navigate(emptied).then(begin)
  })
}
