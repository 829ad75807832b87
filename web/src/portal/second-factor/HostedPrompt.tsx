import { useEffect, useRef, useState } from 'react'
import type { SecondFactorPrompt } from '@portico/contract/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import type { Outcome } from '../sign-in/sign-in.ts'
import { comeBack, leaveForProvider } from './second-factor.ts'
import classes from './SecondFactor.module.css'

interface HostedPromptProps {
  prompt: SecondFactorPrompt
  onDone: (outcome: Outcome) => void
}

/** What the provider put into the address, taken out of it at once. */
function takeBrought(): { state: string; code: string } | null {
  const search = new URLSearchParams(location.search)
  const [state, code] = [search.get('state'), search.get('duo_code')]
  if (!state || !code) return null
  history.replaceState(history.state, '', paths.secondFactor())
  return { state, code }
}

/** The provider asks on a page of its own: out by a press, and back. */
export function HostedPrompt({ prompt, onDone }: HostedPromptProps) {
  const t = useTexts(secondFactorPageTexts)
  const [error, setError] = useState<string | null>(null)
  // Read once; the answer is asked for once too, however often the page is drawn.
  const [brought] = useState(takeBrought)
  const [busy, setBusy] = useState(brought !== null)
  const isAsked = useRef(false)

  useEffect(() => {
    if (!brought || isAsked.current) return
    isAsked.current = true
    void comeBack(prompt, brought).then((outcome) => {
      setBusy(false)
      onDone(outcome)
    })
  }, [brought, prompt, onDone])

  const leave = async () => {
    setBusy(true)
    setError(null)
    const sentence = await leaveForProvider()
    if (sentence === null) return
    setError(sentence)
    setBusy(false)
  }

  return (
    <div className={classes['stack']}>
      <p>{t.factor_duo_lead}</p>
      {error !== null && <Message tone="error">{error}</Message>}
      <Button kind="primary" wide busy={busy} onClick={() => void leave()} autoFocus>
        {t.factor_going_to_duo}
      </Button>
    </div>
  )
}
