import { lazy, Suspense, useEffect, useState } from 'react'
import { onReauthenticationNeeded } from '../api/reauthenticate.ts'
import { onSessionEnd, useSession } from '../api/session.ts'

const ReauthenticationDialog = lazy(() =>
  import('./ReauthenticationDialog.tsx').then((m) => ({ default: m.ReauthenticationDialog })),
)

interface Waiting {
  decide: (isConfirmed: boolean) => void
}

/** Shows the dialog when a call needs a newer sign-in; the call waits for its end (S52). */
export function Reauthentication() {
  const session = useSession()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(() => onReauthenticationNeeded(() => new Promise((decide) => setWaiting({ decide }))), [])
  // A session that ends meanwhile ends the question too.
  useEffect(
    () =>
      onSessionEnd(() =>
        setWaiting((before) => {
          before?.decide(false)
          return null
        }),
      ),
    [],
  )
  if (!waiting || !session) return null
  const end = (isConfirmed: boolean) => {
    setWaiting(null)
    waiting.decide(isConfirmed)
  }
  return (
    <Suspense>
      <ReauthenticationDialog uid={session.uid} onEnd={end} />
    </Suspense>
  )
}
