import { useEffect, useEffectEvent, useState } from 'react'
import { getReportAddress } from '@portico/contract/reports.ts'
import { REPORT_POLL_SECONDS, reportStatuses } from '@portico/contract/report-rules.ts'
import { reportTexts } from '@portico/contract/texts/report-texts.ts'
import { ApiError, call } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { messageOfFailure } from '../../patterns/run-action.ts'

export type ViewerState =
  /** Queued until the first answer. */
  { kind: 'queued' | 'running' | 'offline' | 'opening' | 'slow' } | { kind: 'failed'; message: string }

/** Questions after which the viewer stops asking by itself: ten minutes. */
export const QUESTIONS_MAX = 120

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
    const next = await answerOf(uid, reportId, signal)
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

/** The address of the report, or why it cannot be opened yet. */
async function answerOf(uid: number, reportId: number, signal: AbortSignal): Promise<ViewerState | string> {
  try {
    const answer = await call(getReportAddress, { params: { uid, reportId } }, signal)
    if (typeof answer === 'string' && isOwn(answer)) return answer
    if (typeof answer === 'string' || answer === reportStatuses.failed)
      return { kind: 'failed', message: texts(reportTexts).report_failed }
    return { kind: answer === reportStatuses.running ? 'running' : 'queued' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return { kind: 'offline' }
    return { kind: 'failed', message: signal.aborted ? '' : messageOfFailure(error) }
  }
}

/** The report is a path of the portal; this window goes nowhere else. */
const isOwn = (address: string) => new URL(address, location.origin).origin === location.origin
