import { useEffect, useState } from 'react'
import type { ReportRow } from '@portico/contract/reports/report-records.ts'
import { runAction } from '../../patterns/run-action.ts'
import { toast } from '../../ui/toast.ts'

interface PrintedRows {
  /** In the place of the page while it is printed. */
  rows: readonly ReportRow[] | null
  isLoading: boolean
  print: () => void
}

/** Reads the rows that are printed, shows them and opens the print dialog of the browser; then the page comes back. */
export function usePrintedRows(read: () => Promise<readonly ReportRow[]>): PrintedRows {
  const [rows, setRows] = useState<readonly ReportRow[] | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  useEffect(() => {
    if (rows === null) return undefined
    const end = () => setRows(null)
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [rows])
  const print = async () => {
    setIsLoading(true)
    const outcome = await runAction(async () => {
      setRows(await read())
      return ''
    })
    setIsLoading(false)
    if (!outcome.ok) toast.error(outcome.message)
  }
  return { rows, isLoading, print: () => void print() }
}
