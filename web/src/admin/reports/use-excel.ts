import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportStatuses } from '@portico/contract/reports/report-rules.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { unexpectedFailureAs } from '../../patterns/unexpected-failure.ts'
import { excelStatusQuery } from './report-queries.ts'

interface Excel {
  /** Downloads a spreadsheet; `save` sends the token by which its progress is known. Resolves with the success message. */
  download: (save: (excelToken: string) => Promise<void>) => Promise<string>
  /** How far it is, while one is being prepared. */
  progress: string | null
}

/** The download of a report as a spreadsheet, with its progress (decision L4). */
export function useExcel(): Excel {
  const t = useTexts(reportPageTexts)
  const { uid } = useSignedIn()
  const [token, setToken] = useState<string | null>(null)
  const { data: status } = useQuery({ ...excelStatusQuery(uid, token ?? ''), enabled: token !== null })
  const progressInWords = status === reportStatuses.running ? t.reports_excel_running : t.reports_excel_queued
  return {
    download: async (save) => {
      const excelToken = newToken()
      setToken(excelToken)
      await save(excelToken)
        .catch(unexpectedFailureAs(t.reports_excel_failed))
        .finally(() => setToken(null))
      return t.reports_excel_done
    },
    progress: token === null ? null : progressInWords,
  }
}

/** 32 hexadecimal digits; `crypto.randomUUID` is not there without HTTPS. */
const newToken = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
