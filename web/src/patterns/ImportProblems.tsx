import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { importPanelTexts } from '@portico/contract/user-import/import-panel-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { CheckField } from '../ui/CheckField.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import type { Outcome } from '../ui/outcome.ts'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { DataTable } from './DataTable.tsx'
import { ListCard } from './ListCard.tsx'
import classes from './ImportPanel.module.css'

export interface ImportProblem {
  row: number
  /** '': the whole row. */
  column: string
  /** Name of the field; null for the whole row. */
  field: string | null
  /** What the row has there now. */
  value: string
  /** A value that was probably meant. */
  suggestion: string | null
  message: string
  isWarning: boolean
}

export interface ImportCorrection {
  row: number
  field: string
  value: string
  /** Also in every other row with the same value. */
  everywhere: boolean
}

interface ImportProblemsProps {
  problems: readonly ImportProblem[]
  /** Rows with problems. */
  total: number
  /** The rows are being checked again: nothing can be corrected meanwhile. */
  isRechecking: boolean
  onCorrect: (correction: ImportCorrection) => Promise<Outcome>
}

/** What is wrong, by row and column; each value is corrected in its place. */
export function ImportProblems({ problems, total, isRechecking, onCorrect }: ImportProblemsProps) {
  const t = useTexts(importPanelTexts)
  const shown = new Set(problems.map(({ row }) => row)).size
  /** Of a list that is cut, nobody knows. */
  const isInMoreRows = ({ row, field, value }: ImportProblem) =>
    shown < total || problems.some((other) => other.row !== row && other.field === field && other.value === value)
  return (
    <>
      <ListCard>
        <DataTable
          caption={t.panel_import_issues}
          columns={[
            { key: 'row', title: t.panel_import_row, cell: ({ row }) => row, oneLine: true },
            { key: 'column', title: t.panel_import_column, cell: ({ column }) => column || t.panel_import_whole_row },
            {
              key: 'problem',
              title: t.panel_import_problem,
              cell: ({ message, isWarning }) =>
                isWarning ? formatMessage(t.panel_import_warning, { message }) : message,
            },
            {
              key: 'correction',
              title: t.panel_import_correction,
              cell: (problem) => (
                <Correction
                  problem={problem}
                  isInMoreRows={isInMoreRows(problem)}
                  isRechecking={isRechecking}
                  onCorrect={onCorrect}
                />
              ),
            },
          ]}
          rows={problems}
          rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
          cardTitle={({ row }) => `${t.panel_import_row} ${row}`}
        />
      </ListCard>
      {shown < total && (
        <p className={classes['quiet']}>{formatMessage(t.panel_import_more, { count: problems.length })}</p>
      )}
    </>
  )
}

interface CorrectionProps extends Pick<ImportProblemsProps, 'isRechecking' | 'onCorrect'> {
  problem: ImportProblem
  /** Other rows have the value, too. */
  isInMoreRows: boolean
}

/** The suggestion, and a field for another value. */
function Correction({ problem, isInMoreRows, isRechecking, onCorrect }: CorrectionProps) {
  const t = useTexts(importPanelTexts)
  // Null before it is opened first.
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { row, column, field, value, suggestion } = problem
  if (field === null) return null
  const correct = async (next: string, everywhere: boolean): Promise<string | null> => {
    setIsBusy(true)
    const { ok, message } = await onCorrect({ row, field, value: next, everywhere })
    setIsBusy(false)
    return ok ? null : message
  }
  const disabledReason = isRechecking ? t.panel_import_rechecking : undefined
  if (isOpen)
    return (
      <CorrectionForm
        column={column}
        value={value}
        isBusy={isBusy}
        disabledReason={disabledReason}
        onSave={correct}
        onClose={() => setIsOpen(false)}
      />
    )
  return (
    <div className={classes[suggestion === null ? 'actions' : 'correction']}>
      {value !== '' && <span className={classes['value']}>{value}</span>}
      <div className={classes['actions']}>
        {suggestion !== null && (
          <Button
            size="s"
            busy={isBusy}
            disabledReason={disabledReason}
            aria-label={formatMessage(isInMoreRows ? t.panel_import_use_all_for : t.panel_import_use_for, {
              value: suggestion,
              before: value,
            })}
            onClick={() =>
              void correct(suggestion, true).then((refusal) => {
                if (refusal !== null) toast.error(refusal)
              })
            }
          >
            {formatMessage(isInMoreRows ? t.panel_import_use_all : t.panel_import_use, { value: suggestion })}
          </Button>
        )}
        <Button
          ref={isOpen === false ? focusOnMount : null}
          size="s"
          kind="quiet"
          disabledReason={disabledReason}
          aria-label={formatMessage(t.panel_import_correct_cell, { column, row })}
          onClick={() => setIsOpen(true)}
        >
          {t.panel_import_correct}
        </Button>
      </div>
    </div>
  )
}

interface CorrectionFormProps {
  column: string
  value: string
  isBusy: boolean
  disabledReason: string | undefined
  /** Resolves with why the value was refused, or null. */
  onSave: (value: string, everywhere: boolean) => Promise<string | null>
  onClose: () => void
}

function CorrectionForm({ column, value, isBusy, disabledReason, onSave, onClose }: CorrectionFormProps) {
  const t = useTexts(importPanelTexts)
  const { cancel } = useTexts(generalTexts)
  const [text, setText] = useState(value)
  const [everywhere, setEverywhere] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = async () => {
    if (isBusy || disabledReason !== undefined) return
    const refused = await onSave(text, everywhere)
    setRefusal(refused)
    if (refused === null) onClose()
  }
  return (
    <form
      className={classes['correction']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        ref={focusOnMount}
        label={column}
        value={text}
        error={refusal}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose()
        }}
      />
      {value !== '' && <CheckField label={t.panel_import_same} checked={everywhere} onChange={setEverywhere} />}
      <div className={classes['actions']}>
        <Button size="s" kind="primary" type="submit" busy={isBusy} disabledReason={disabledReason}>
          {t.panel_import_save}
        </Button>
        <Button size="s" onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </form>
  )
}
