import { useEffect, useState } from 'react'
import { staySignedIn } from '@portico/contract/session.ts'
import { call } from '../api/call.ts'
import { lastAccess, onAccess } from '../api/last-access.ts'
import { endSession } from '../api/session.ts'
import { idleState, STAY_EVERY_MS } from './idle-rules.ts'

/** Seconds until the session ends, once the warning is due; null while there is no need to say anything. */
export function useSecondsLeft(minutes: number): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      const state = idleState(lastAccess(), minutes, Date.now())
      if (state.kind === 'expired') return endSession('idle')
      setSecondsLeft(state.kind === 'warning' ? state.secondsLeft : null)
      timer = setTimeout(look, state.lookAgainMs)
    }
    look()
    const stop = onAccess(look)
    // Timers of a sleeping computer come late; waking up is the moment to look.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [minutes])
  return secondsLeft
}

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Somebody who reads and scrolls asks nothing of the server, but is at work: tells it now and then. */
export function useStayWhileActive(uid: number, paused: boolean): void {
  useEffect(() => {
    if (paused) return
    let asking = false
    const stay = () => {
      if (asking || Date.now() - lastAccess() < STAY_EVERY_MS) return
      asking = true
      // A failure needs no word: the next sign of life tries again, and the warning comes in any case.
      void call(staySignedIn, { params: { uid } })
        .catch(() => undefined)
        .finally(() => (asking = false))
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, stay, { passive: true })
    return () => {
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, stay)
    }
  }, [uid, paused])
}
