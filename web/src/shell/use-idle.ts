import { useEffect, useState } from 'react'
import { staySignedIn } from '@portico/contract/session/session.ts'
import { call } from '../api/call.ts'
import { lastAccess, onAccess } from '../api/last-access.ts'
import { endSession } from '../api/session.ts'
import { idleState, KEEP_ALIVE_INTERVAL_MS } from './idle-rules.ts'

/** Seconds until the session ends once the warning is due; null before that. */
export function useSecondsLeft(minutes: number): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      clearTimeout(timer)
      const state = idleState(lastAccess(), minutes, Date.now())
      if (state.kind === 'expired') return endSession('idle')
      setSecondsLeft(state.kind === 'warning' ? state.secondsLeft : null)
      timer = setTimeout(check, state.checkAgainMs)
    }
    check()
    const stop = onAccess(check)
    // Timers are late after the computer slept, so check the time when the page is shown again.
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', check)
    }
  }, [minutes])
  return secondsLeft
}

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Reports reading and scrolling, which cause no calls, as activity. */
export function useKeepAlive(uid: number, paused: boolean): void {
  useEffect(() => {
    if (paused) return
    let sending = false
    const stay = () => {
      if (sending || Date.now() - lastAccess() < KEEP_ALIVE_INTERVAL_MS) return
      sending = true
      // A failed report is silent: the next activity tries again, and the warning appears in any case.
      void call(staySignedIn, { params: { uid } })
        .catch(() => undefined)
        .finally(() => (sending = false))
    }
    for (const event of ACTIVITY_EVENTS) addEventListener(event, stay, { passive: true })
    return () => {
      for (const event of ACTIVITY_EVENTS) removeEventListener(event, stay)
    }
  }, [uid, paused])
}
