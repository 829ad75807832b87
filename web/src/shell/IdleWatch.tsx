import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { staySignedIn } from '@portico/contract/session.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { timeoutQuery } from './frame-queries.ts'
import { signOut } from './sign-out.ts'
import { useSecondsLeft, useStayWhileActive } from './use-idle.ts'

const SessionEndingModal = lazy(() =>
  import('./SessionEndingModal.tsx').then((m) => ({ default: m.SessionEndingModal })),
)

/** Stops with the session: the frame may stay on screen for a moment after it (LOUT-003). */
export function IdleWatch() {
  const session = useSession()
  return session && <Watch uid={session.uid} />
}

/** Warns before the session ends for want of activity, and leaves when it has (decision B18). */
function Watch({ uid }: { uid: number }) {
  const minutes = useSuspenseQuery(timeoutQuery(uid)).data
  const secondsLeft = useSecondsLeft(minutes)
  const warned = secondsLeft !== null
  useStayWhileActive(uid, warned)
  if (!warned) return null
  // A refusal to stay ends the session by itself; without an answer the count goes on.
  const stay = () => void call(staySignedIn, { params: { uid } }).catch(() => undefined)
  return (
    <Suspense>
      <SessionEndingModal secondsLeft={secondsLeft} onStay={stay} onSignOut={signOut} />
    </Suspense>
  )
}
