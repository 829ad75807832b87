import { useState } from 'react'
import { ImportPanel, type ImportProgress } from '../patterns/ImportPanel.tsx'

const uploaded: ImportProgress = {
  fileName: 'people.csv',
  at: 'checked',
  rows: 1_000,
  done: 1_000,
  errors: 0,
  warnings: 0,
  before: 0,
  waiting: 0,
  problems: [],
}

const broken: ImportProgress = {
  ...uploaded,
  errors: 2,
  warnings: 1,
  problems: [
    {
      row: 3,
      column: 'Employer',
      field: 'employerNm',
      value: 'Bilings',
      suggestion: 'Billing',
      message: 'No employer has this name.',
      isWarning: false,
    },
    {
      row: 8,
      column: '',
      field: null,
      value: '',
      suggestion: null,
      message: 'Row 3 has the same name.',
      isWarning: false,
    },
    {
      row: 9,
      column: 'Email',
      field: 'emailAddress',
      value: 'ada@harbor.example',
      suggestion: null,
      message: 'Another user has this email address.',
      isWarning: true,
    },
  ],
}

/** The first file has problems, the next one none. */
export function KitImport() {
  const [progress, setProgress] = useState<ImportProgress | null>(null)
  const [count, setCount] = useState(0)
  const nothing = () => Promise.resolve()
  return (
    <ImportPanel
      progress={progress}
      rowsMax={100_000}
      onUpload={(file) => {
        setCount(count + 1)
        setProgress({ ...(count === 0 ? broken : uploaded), fileName: file.name })
        return Promise.resolve(null)
      }}
      onCommit={() => {
        setProgress({ ...uploaded, at: 'created' })
        return Promise.resolve({ ok: true, message: '' })
      }}
      onCommitValid={() => {
        setProgress({ ...uploaded, at: 'created', rows: 998, waiting: 2 })
        return Promise.resolve({ ok: true, message: '' })
      }}
      onOpenWaiting={() => setProgress({ ...broken, rows: 2, warnings: 0, before: 998 })}
      preview={null}
      createdNote="Each of them gets an email."
      createdAction={null}
      onCorrect={() => {
        setProgress(uploaded)
        return Promise.resolve({ ok: true, message: '' })
      }}
      onRestart={() => setProgress(null)}
      onTemplate={nothing}
      onResult={nothing}
    />
  )
}
