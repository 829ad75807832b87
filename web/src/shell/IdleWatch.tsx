import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { staySignedIn } from '@portico/contract/session.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { timeoutQuery } from './frame-queries.ts'
import { signOut } from './sign-out.ts'
import { useSecondsLeft, useKeepAlive } from './use-idle.ts'

const SessionEndingModal = lazy(() =>
  import('./SessionEndingModal.tsx').then((m) => ({ default: m.SessionEndingModal })),
)

/** Stops with the session, although the frame may stay on screen for a moment after it (LOUT-003). */
export function IdleWatch() {
  const session = useSession()
  return session && <Watch uid={session.uid} />
}

/** Warns before the session ends for inactivity, and signs out when it has ended (decision B18). */
function Watch({ uid }: { uid: number }) {
  const minutes = useSuspenseQuery(timeoutQuery(uid)).data
  const secondsLeft = useSecondsLeft(minutes)
  const warned = secondsLeft !== null
  useKeepAlive(uid, warned)
  if (!warned) return null
  // A refusal ends the session through the call itself; without an answer the countdown continues.
  const stay = () => void call(staySignedIn, { params: { uid } }).catch(() => undefined)
  return (
    <Suspense>
      <SessionEndingModal secondsLeft={secondsLeft} onStay={stay} onSignOut={signOut} />
    </Suspense>
  )
}
