import { useState } from 'react'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { isExportUnderWay, PERSON_EXPORT_POLL_SECONDS } from '@portico/contract/person-export/person-export-rules.ts'
import type { PersonExport } from '@portico/contract/person-export/person-export.ts'
import { runAction } from './run-action.ts'

/** Asks how far an export is until it is finished. */
export const exportPolling = {
  refetchInterval: ({ state: { data } }: { state: { data?: PersonExport | null | undefined } }) =>
    isExportUnderWay(data) ? PERSON_EXPORT_POLL_SECONDS * 1000 : false,
} as const

interface ExportCalls {
  make: () => Promise<unknown>
  download: (exportId: number) => Promise<unknown>
  /** What shows the newest export. */
  shown: Endpoint
}

/** Has an archive made and downloads it; `problem` is why the last act failed. */
export function usePersonExport({ make, download, shown }: ExportCalls) {
  const [busy, setBusy] = useState<'make' | 'download' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (what: 'make' | 'download', work: () => Promise<unknown>) => {
    setBusy(what)
    setProblem(null)
    const { ok, message } = await runAction(() => work().then(() => ''), [shown])
    setBusy(null)
    if (!ok) setProblem(message)
  }
  return {
    busy,
    problem,
    make: () => void run('make', make),
    download: (exportId: number) => void run('download', () => download(exportId)),
  }
}
