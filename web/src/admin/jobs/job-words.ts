import type { RunStatus } from '@portico/contract/jobs/jobs.ts'
import type { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'

/** How the result of a run is shown. */
export const results = {
  running: { tone: 'info', label: 'job_result_running' },
  done: { tone: 'success', label: 'job_result_done' },
  failed: { tone: 'error', label: 'job_result_failed' },
} as const satisfies Record<RunStatus, unknown>

/** How long a run took: '1 min 35 s'. */
export function durationInWords(start: Date, end: Date, t: Texts<typeof jobTexts>): string {
  const ms = end.getTime() - start.getTime()
  if (ms < 1000) return t.duration_under_second
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return formatMessage(t.duration_seconds, { seconds })
  return formatMessage(t.duration_minutes, { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
