import { useLocation } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { getReauthentication } from '@portico/contract/reauthentication/reauthentication.ts'
import { reauthenticationTexts } from '@portico/contract/reauthentication/reauthentication-texts.ts'
import { call } from '../api/call.ts'
import { onReauthenticationNeeded } from '../api/reauthenticate.ts'
import { currentSession, onSessionEnd, useSession } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { messageOfFailure, thenInvalidate } from '../patterns/run-action.ts'
import { KeystrokeBuffer } from '../patterns/KeystrokeBuffer.tsx'
import type { MethodAnswer } from './ReauthenticationDialog.tsx'

const loadDialog = async (answer: Promise<MethodAnswer>) => {
  const [{ ReauthenticationDialog }, reply] = await Promise.all([import('./ReauthenticationDialog.tsx'), answer])
  return { ReauthenticationDialog, reply }
}

interface Waiting {
  answer: Promise<MethodAnswer>
  decide: (isConfirmed: boolean) => void
  fail: (reason: unknown) => void
}

/** Asks how the user signs in, while the dialog loads. */
const askMethod = (uid: number): Promise<MethodAnswer> =>
  call(getReauthentication, { params: { uid } }).then(
    (method) => ({ method }),
    (error: unknown) => ({ error: messageOfFailure(error) }),
  )

function cancelWaiting(setWaiting: Dispatch<SetStateAction<Waiting | null>>) {
  setWaiting((before) => {
    before?.decide(false)
    return null
  })
}

/** Shows the dialog when a call needs a newer sign-in; the call waits for its end (S52). */
export function Reauthentication() {
  const t = useTexts(reauthenticationTexts)
  const session = useSession()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(
    () =>
      onReauthenticationNeeded(
        () =>
          new Promise((decide, fail) => {
            const uid = currentSession()?.uid
            if (uid === undefined) decide(false)
            else setWaiting({ decide, fail, answer: askMethod(uid) })
          }),
      ),
    [],
  )
  // A session that ends meanwhile ends the question too.
  useEffect(() => onSessionEnd(() => cancelWaiting(setWaiting)), [])
  const pathname = useLocation({ select: (location) => location.pathname })
  // So does leaving the page: what waits for the answer was made there.
  useEffect(() => () => cancelWaiting(setWaiting), [pathname])
  if (!waiting || !session) return null
  // A late answer to a canceled question leaves a newer one alone.
  const close = () => setWaiting((now) => (now === waiting ? null : now))
  const end = (isConfirmed: boolean) => {
    close()
    waiting.decide(isConfirmed)
  }
  /** Without the dialog the call that waits fails with the reason, which is then said once. */
  const fail = (reason: unknown) => {
    close()
    waiting.fail(reason)
    return new Promise<never>(() => {})
  }
  return (
    <KeystrokeBuffer
      label={t.reauth_password_label}
      isSecret
      load={() => thenInvalidate(() => loadDialog(waiting.answer)).catch(fail)}
      onClose={() => end(false)}
    >
      {({ ReauthenticationDialog, reply }, typed) => (
        <ReauthenticationDialog uid={session.uid} reply={reply} typed={typed} onEnd={end} />
      )}
    </KeystrokeBuffer>
  )
}
