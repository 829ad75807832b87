import { useEffect, useRef, useState } from 'react'
import { beginLogoutTrial, type LogoutReturn } from '../../api/logout-trial.ts'

/** After this time a sign-out gives up an application that does not answer (decision M1). */
export const ANSWER_TIMEOUT_MS = 5000

/** null: none yet. 'late': the application has not answered in time, and may still. */
export type TrialState = null | 'waiting' | 'late' | LogoutReturn

/** Opens a logout address in a window of its own, and waits for the application to send the browser back. */
export function useLogoutTrial(address: string | null): { state: TrialState; begin: () => void } {
  const [state, setState] = useState<TrialState>(null)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])
  const begin = () => {
    if (address === null) return
    end.current?.()
    setState('waiting')
    const stopWaiting = beginLogoutTrial((returned) => {
      end.current?.()
      setState(returned)
    })
    const timer = setTimeout(() => setState('late'), ANSWER_TIMEOUT_MS)
    end.current = () => {
      clearTimeout(timer)
      stopWaiting()
      end.current = null
    }
    window.open(address, '_blank', 'noopener')
  }
  return { state, begin }
}
