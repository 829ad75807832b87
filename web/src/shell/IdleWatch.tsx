import { useSuspenseQuery } from '@tanstack/react-query'
import { staySignedIn } from '@portico/contract/session/session.ts'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { LoadFailure } from '../patterns/LoadFailure.tsx'
import { Alert } from '../ui/Alert.tsx'
import { timeoutQuery } from './frame-queries.ts'
import classes from './IdleWatch.module.css'
import { announcedSeconds, formatCountdown } from './idle-rules.ts'
import { signOut } from './sign-out.ts'
import { useSecondsLeft, useKeepAlive } from './use-idle.ts'
import { lazyPart, type MissingPart } from '../patterns/lazy-part.tsx'

const SessionEndingModal = lazyPart(
  () => import('./SessionEndingModal.tsx').then((module) => module.SessionEndingModal),
  {
    Missing: MissingNotice,
  },
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
  return <SessionEndingModal secondsLeft={secondsLeft} onStay={stay} onSignOut={signOut} />
}

/** Over the page, where the dialog would be: the time goes on meanwhile, and is announced without the failure. */
function MissingNotice({ secondsLeft, failure, onRetry }: { secondsLeft: number } & MissingPart) {
  const { session_ending_body: body } = useTexts(shellTexts)
  return (
    <div className={classes['missing']}>
      <Alert tone="warning">{formatMessage(body, { time: formatCountdown(announcedSeconds(secondsLeft)) })}</Alert>
      <LoadFailure message={failure.message} onRetry={failure.reload?.run ?? onRetry} />
    </div>
  )
}
