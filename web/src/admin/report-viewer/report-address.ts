import { getReportAddress } from '@portico/contract/reports/reports.ts'
import { reportStatuses } from '@portico/contract/reports/report-rules.ts'
import { reportTexts } from '@portico/contract/reports/report-texts.ts'
import { ApiError, call } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { messageOfFailure } from '../../patterns/run-action.ts'

export type ViewerState =
  /** Queued until the first answer. */
  { kind: 'queued' | 'running' | 'offline' | 'opening' | 'slow' } | { kind: 'failed'; message: string }

/** The address of the report, or why it cannot be opened yet. */
export async function viewerAnswer(uid: number, reportId: number, signal: AbortSignal): Promise<ViewerState | string> {
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
