import { useEffect, useRef, useState } from 'react'
import type { SecondFactorPrompt } from '@portico/contract/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import type { Outcome } from '../sign-in/sign-in.ts'
import { comeBack, leaveForProvider } from './second-factor.ts'
import classes from './SecondFactor.module.css'

interface HostedPromptProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: Outcome) => void
}

interface Brought {
  state: string
  code: string
}

/** What the provider put into the address, taken out of it at once; 'nothing confirmed' where it sent the person back without. */
function takeBrought(): Brought | 'nothing confirmed' | null {
  const search = new URLSearchParams(location.search)
  const [state, code] = [search.get('state'), search.get('duo_code')]
  const isOver = search.has('error')
  if (!isOver && (!state || !code)) return null
  history.replaceState(history.state, '', location.pathname)
  return !isOver && state && code ? { state, code } : 'nothing confirmed'
}

/** The provider asks on a page of its own: out by a press, and back. */
export function HostedPrompt({ prompt, onDone }: HostedPromptProps) {
  const t = useTexts(secondFactorPageTexts)
  // Read once; the answer is asked for once too, however often the page is drawn.
  const [brought] = useState(takeBrought)
  const [error, setError] = useState(brought === 'nothing confirmed' ? t.factor_duo_cancelled : null)
  const [isChecking, setIsChecking] = useState(brought !== null && brought !== 'nothing confirmed')
  const [isLeaving, setIsLeaving] = useState(false)
  const isAsked = useRef(false)

  useEffect(() => {
    if (brought === null || brought === 'nothing confirmed' || isAsked.current) return
    isAsked.current = true
    void comeBack(prompt, brought).then((outcome) => {
      if (outcome.kind !== 'signed-in') setIsChecking(false)
      onDone(outcome)
    })
  }, [brought, prompt, onDone])

  const leave = async () => {
    setIsLeaving(true)
    setError(null)
    const sentence = await leaveForProvider()
    if (sentence === null) return
    setError(sentence)
    setIsLeaving(false)
  }

  if (isChecking) return <Message tone="info">{t.factor_duo_checking}</Message>
  return (
    <div className={classes['stack']}>
      <p>{prompt.step === 'enrol' ? t.factor_duo_enrol_lead : t.factor_duo_lead}</p>
      {error !== null && <Message tone="error">{error}</Message>}
      <Button kind="primary" wide busy={isLeaving} onClick={() => void leave()} autoFocus>
        {t.factor_going_to_duo}
      </Button>
    </div>
  )
}
