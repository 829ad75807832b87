import { useEffect, useRef, useState } from 'react'
import type { SecondFactorPrompt } from '@portico/contract/second-factor/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import type { SignInOutcome } from '../sign-in/sign-in.ts'
import { finishAtProvider, redirectToProvider } from './second-factor.ts'
import classes from './SecondFactor.module.css'

interface ProviderPromptProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: SignInOutcome) => void
}

interface ProviderResult {
  state: string
  code: string
}

/**
 * The provider's parameters, removed from the address at once; 'nothing confirmed' when it redirected back without
 * any.
 */
function takeProviderResult(): ProviderResult | 'nothing confirmed' | null {
  const search = new URLSearchParams(location.search)
  const [state, code] = [search.get('state'), search.get('duo_code')]
  const isOver = search.has('error')
  if (!isOver && (!state || !code)) return null
  history.replaceState(history.state, '', location.pathname)
  return !isOver && state && code ? { state, code } : 'nothing confirmed'
}

/** The provider's prompt is a page of its own: a button goes there, and the provider redirects back. */
export function ProviderPrompt({ prompt, onDone }: ProviderPromptProps) {
  const t = useTexts(secondFactorPageTexts)
  // Read once; the result is requested once too, however often the page renders.
  const [result] = useState(takeProviderResult)
  const [error, setError] = useState(result === 'nothing confirmed' ? t.factor_duo_canceled : null)
  const [isChecking, setIsChecking] = useState(result !== null && result !== 'nothing confirmed')
  const [isRedirecting, setIsRedirecting] = useState(false)
  const isSent = useRef(false)

  useEffect(() => {
    if (result === null || result === 'nothing confirmed' || isSent.current) return
    isSent.current = true
    void finishAtProvider(prompt, result).then((outcome) => {
      if (outcome.kind !== 'signed-in') setIsChecking(false)
      onDone(outcome)
    })
  }, [result, prompt, onDone])

  const redirect = async () => {
    setIsRedirecting(true)
    setError(null)
    const message = await redirectToProvider()
    if (message === null) return
    setError(message)
    setIsRedirecting(false)
  }

  if (isChecking) return <Alert tone="info">{t.factor_duo_checking}</Alert>
  return (
    <div className={classes['stack']}>
      <p>{prompt.step === 'enrol' ? t.factor_duo_enroll_lead : t.factor_duo_lead}</p>
      {error !== null && <Alert tone="error">{error}</Alert>}
      <Button kind="primary" wide busy={isRedirecting} onClick={() => void redirect()} autoFocus>
        {t.factor_going_to_duo}
      </Button>
    </div>
  )
}
