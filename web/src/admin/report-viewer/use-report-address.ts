import { useEffect, useEffectEvent, useState } from 'react'
import { REPORT_POLL_SECONDS } from '@portico/contract/reports/report-rules.ts'
import { type ViewerState, viewerAnswer } from './report-address.ts'

/** Questions after which the viewer stops asking by itself: ten minutes. */
const QUESTIONS_MAX = 120

/**
 * Waits for a report, and goes to its address once there is one (RPTS-059..062). `keepWaiting` asks on after the limit.
 */
export function useReportAddress(
  uid: number,
  reportId: number,
  goTo: (address: string) => void,
): { state: ViewerState; keepWaiting: () => void } {
  const [state, setState] = useState<ViewerState>({ kind: 'queued' })
  const [asked, setAsked] = useState(0)
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const next = await viewerAnswer(uid, reportId, signal)
    if (signal.aborted) return
    const isWaiting = typeof next !== 'string' && isStillWaiting(next)
    if (typeof next === 'string') {
      setState({ kind: 'opening' })
      goTo(next)
    } else setState(isWaiting && asked + 1 >= QUESTIONS_MAX ? { kind: 'slow' } : next)
    if (isWaiting) setAsked(asked + 1)
  })
  const waits = isStillWaiting(state)
  useEffect(() => {
    if (!waits) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => void ask(controller.signal), REPORT_POLL_SECONDS * 1000)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [waits, asked])
  return {
    state,
    keepWaiting: () => {
      setAsked(0)
      setState({ kind: 'queued' })
    },
  }
}

const isStillWaiting = ({ kind }: ViewerState) => kind === 'queued' || kind === 'running' || kind === 'offline'
