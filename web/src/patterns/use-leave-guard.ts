import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { currentSession, isLeavingPage } from '../api/session.ts'

/** State of the question before leaving with unsaved values; see `UnsavedChanges`. */
export type Leaving = { stay: () => void; leave: () => void; timesAsked?: number } | null

interface LeaveGuard {
  leaving: Leaving
  /** Does what closes a part of the page, after the same question where values are unsaved. */
  leave: (close: () => void) => void
  /** Takes back the question of `leave`, as when the form is sent while it is open. */
  forget: () => void
  mayLeave: () => void
}

/** True once the user has agreed to leave the page, until the other forms on it have been asked: they need not ask again. */
let isAgreed = false

function agree(proceed: () => void) {
  isAgreed = true
  proceed()
  setTimeout(() => {
    isAgreed = false
  })
}

/** Asks before leaving with unsaved values, except after the session has ended, which stores them. */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  const [owner] = useState(() => currentSession()?.uid)
  const [closing, setClosing] = useState<Leaving>(null)
  if (closing && !isUnsaved) setClosing(null)
  const asks = useRef(isUnsaved)
  useLayoutEffect(() => {
    asks.current = isUnsaved
  })
  const isBlocked = () =>
    asks.current && !isAgreed && owner !== undefined && currentSession()?.uid === owner && !isLeavingPage()
  const blocker = useBlocker({ shouldBlockFn: isBlocked, enableBeforeUnload: isBlocked, withResolver: true })
  useEffect(() => {
    // Saved while the question was open.
    if (!isUnsaved && blocker.status === 'blocked') blocker.proceed()
  })
  return {
    leaving:
      blocker.status === 'blocked'
        ? {
            stay: () => {
              setClosing(null)
              blocker.reset()
            },
            leave: () => agree(blocker.proceed),
          }
        : closing,
    leave: (close) => {
      if (asks.current)
        setClosing((before) => ({
          stay: () => setClosing(null),
          leave: close,
          timesAsked: (before?.timesAsked ?? 0) + 1,
        }))
      else close()
    },
    forget: () => setClosing(null),
    // At once, for a navigation before the next render.
    mayLeave: () => {
      asks.current = false
    },
  }
}
