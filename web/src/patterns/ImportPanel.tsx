import { type ReactNode, useId, useRef, useState } from 'react'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { importPanelTexts } from '@portico/contract/user-import/import-panel-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import { Icon } from '../ui/Icon.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import type { Outcome } from '../ui/outcome.ts'
import { Progress } from '../ui/Progress.tsx'
import { toast } from '../ui/toast.ts'
import { useFileDrop } from '../ui/use-file-drop.ts'
import { type ImportCorrection, type ImportProblem, ImportProblems } from './ImportProblems.tsx'
import classes from './ImportPanel.module.css'

/** An uploaded file. */
export interface ImportProgress {
  fileName: string
  at: 'checking' | 'checked' | 'creating' | 'created' | 'failed'
  rows: number
  /** Rows that are checked or created so far. */
  done: number
  /** Rows with errors. */
  errors: number
  /** Rows with warnings alone. */
  warnings: number
  /** The first problems. */
  problems: readonly ImportProblem[]
  /** Other rows of the file that have been imported. */
  before: number
  /** Other rows of the file that wait to be corrected. */
  waiting: number
  /** A value was corrected: the rest is as before, until the rows are checked again. */
  isRechecking?: boolean
  /** It failed because who imports could no longer do so. */
  isRefused?: boolean
}

interface ImportPanelProps {
  /** Null: no file has been uploaded. */
  progress: ImportProgress | null
  rowsMax: number
  /** What can be written into the columns. */
  help?: string
  /** Uploads a file; resolves with why it was refused, or null. */
  onUpload: (file: File, onProgress: (share: number) => void) => Promise<string | null>
  /** Imports the rows that were checked. */
  onCommit: () => Promise<Outcome>
  /** Imports the rows without errors; the others wait. */
  onCommitValid: () => Promise<Outcome>
  /** Goes to the rows of the file that wait. */
  onOpenWaiting: () => void
  /** What will be there once the rows are imported. */
  preview: ReactNode
  /** What follows once the rows are imported. */
  createdNote: string
  /** Where the imported rows are found. */
  createdAction: ReactNode
  onCorrect: (correction: ImportCorrection) => Promise<Outcome>
  onRestart: () => void
  onTemplate: (format: ExportFormat) => Promise<void>
  onResult: (format: ExportFormat) => Promise<void>
}

/**
 * Imports a file: it is uploaded and checked, its problems are shown by row and column and corrected there, and
 * nothing changes before it has none and the user confirms.
 */
export function ImportPanel({ progress, rowsMax, help, onUpload, onTemplate, ...rest }: ImportPanelProps) {
  return progress === null ? (
    <UploadStep rowsMax={rowsMax} help={help} onUpload={onUpload} onTemplate={onTemplate} />
  ) : (
    <FileStep progress={progress} {...rest} />
  )
}

type UploadStepProps = Pick<ImportPanelProps, 'rowsMax' | 'onUpload' | 'onTemplate'> & { help: string | undefined }

function UploadStep({ rowsMax, help, onUpload, onTemplate }: UploadStepProps) {
  const t = useTexts(importPanelTexts)
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async ([file]: readonly File[]) => {
    if (!file || sending) return
    setProblem(null)
    setSending({ name: file.name, share: 0 })
    setProblem(await onUpload(file, (share) => setSending({ name: file.name, share })))
    setSending(null)
  }
  useFileDrop((files) => void send(files), sending === null)
  return (
    <div className={classes['panel']}>
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      <div className={classes['zone']}>
        <p>{t.panel_import_drop}</p>
        <div className={classes['actions']}>
          <Button
            kind="primary"
            icon="upload"
            busy={sending !== null}
            aria-describedby={helpId}
            onClick={() => input.current?.click()}
          >
            {t.panel_import_choose}
          </Button>
          <FormatMenu label={t.panel_import_template} onChoose={onTemplate} />
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv,.txt"
          aria-label={t.panel_import_choose}
          onChange={(event) => {
            void send([...(event.currentTarget.files ?? [])])
            // Allows the same file to be chosen again.
            event.currentTarget.value = ''
          }}
        />
        <p id={helpId} className={classes['quiet']}>
          {formatMessage(t.panel_import_help, { count: rowsMax })}
        </p>
        {sending && (
          <Working label={formatMessage(t.panel_import_uploading, { file: sending.name })} fraction={sending.share} />
        )}
      </div>
      {help !== undefined && <p className={`${classes['quiet']} ${classes['help']}`}>{help}</p>}
    </div>
  )
}

function Working({ label, fraction, children }: { label: string; fraction: number; children?: ReactNode }) {
  return (
    <div className={classes['working']}>
      <p className={classes['file']}>{label}</p>
      <Progress label={label} fraction={fraction} />
      {children}
    </div>
  )
}

/** A download in either format. */
function FormatMenu({ label, onChoose }: { label: string; onChoose: (format: ExportFormat) => Promise<void> }) {
  const t = useTexts(importPanelTexts)
  const entry = (name: string, format: ExportFormat) => ({
    label: name,
    icon: 'download' as const,
    onSelect: () => void onChoose(format),
  })
  return (
    <MenuButton
      label={label}
      align="start"
      groups={[{ entries: [entry(t.panel_import_template_xlsx, 'xlsx'), entry(t.panel_import_template_csv, 'csv')] }]}
    >
      <span aria-hidden="true" className={classes['download']}>
        <Icon name="download" size={16} />
        {label}
      </span>
    </MenuButton>
  )
}

type FileStepProps = Omit<ImportPanelProps, 'progress' | 'rowsMax' | 'help' | 'onUpload' | 'onTemplate'> & {
  progress: ImportProgress
}

function FileStep({ progress, createdNote, preview, onCorrect, onResult, ...rest }: FileStepProps) {
  const t = useTexts(importPanelTexts)
  const { at, errors, isRechecking = false } = progress
  if (at === 'checking' || at === 'creating') return <WaitingStep progress={progress} />
  return (
    <div className={classes['panel']}>
      <Verdict key={at} progress={progress} createdNote={createdNote} />
      <NextSteps progress={progress} {...rest}>
        {at !== 'failed' && <FormatMenu label={t.panel_import_result} onChoose={onResult} />}
      </NextSteps>
      <p className={classes['quiet']} role="status">
        {isRechecking && t.panel_import_rechecking}
      </p>
      {at === 'checked' && progress.problems.length > 0 && (
        <ImportProblems
          problems={progress.problems}
          total={errors + progress.warnings}
          isRechecking={isRechecking}
          onCorrect={onCorrect}
        />
      )}
      {at === 'checked' && !isRechecking && preview}
    </div>
  )
}

type NextStepsProps = Omit<FileStepProps, 'createdNote' | 'preview' | 'onCorrect' | 'onResult'> & {
  children: ReactNode
}

/** What can be done with the file now. */
function NextSteps({ progress, children, ...rest }: NextStepsProps) {
  const { onCommit, onCommitValid, onOpenWaiting, onRestart, createdAction } = rest
  const t = useTexts(importPanelTexts)
  const [isBusy, setIsBusy] = useState(false)
  const { at, rows, errors, waiting, isRechecking = false } = progress
  const isWhole = errors === 0
  const commit = async () => {
    setIsBusy(true)
    const { ok, message } = await (isWhole ? onCommit() : onCommitValid())
    setIsBusy(false)
    if (!ok) toast.error(message)
  }
  return (
    <div className={classes['actions']}>
      {at === 'checked' && errors < rows && (
        <Button
          kind="primary"
          busy={isBusy}
          disabledReason={isRechecking ? t.panel_import_rechecking : undefined}
          onClick={() => void commit()}
        >
          {isWhole
            ? formatMessage(t.panel_import_commit, { count: rows })
            : formatMessage(t.panel_import_commit_valid, { count: rows - errors })}
        </Button>
      )}
      {at === 'created' && createdAction}
      {at === 'created' && waiting > 0 && (
        <Button onClick={onOpenWaiting}>{formatMessage(t.panel_import_open_waiting, { count: waiting })}</Button>
      )}
      <Button onClick={onRestart}>{t.panel_import_again}</Button>
      {children}
    </div>
  )
}

/** How far the check or the creation is. */
function WaitingStep({ progress: { at, fileName, rows, done } }: { progress: ImportProgress }) {
  const t = useTexts(importPanelTexts)
  const isChecking = at === 'checking'
  return (
    <div className={classes['panel']} ref={focusOnMount} tabIndex={-1}>
      <Working
        label={formatMessage(isChecking ? t.panel_import_checking : t.panel_import_creating, { file: fileName })}
        fraction={rows > 0 ? done / rows : 0}
      >
        <p className={classes['quiet']}>
          {isChecking && done === 0
            ? t.panel_import_turn
            : formatMessage(t.panel_import_progress, { done, count: rows })}
          {isChecking && done > 0 && done >= rows && ` ${t.panel_import_comparing}`}
        </p>
      </Working>
    </div>
  )
}

interface VerdictProps {
  progress: ImportProgress
  createdNote: string
}

/** What became of the file; takes the focus, because what was focused is gone. */
function Verdict({ progress, createdNote }: VerdictProps) {
  const t = useTexts(importPanelTexts)
  const { at, fileName, before } = progress
  return (
    <div ref={focusOnMount} tabIndex={-1} className={classes['verdict']}>
      <h2 className={classes['file']}>{fileName}</h2>
      {at === 'failed' && (
        <Alert tone="error">{progress.isRefused ? t.panel_import_refused : t.panel_import_failed}</Alert>
      )}
      {at === 'created' && <CreatedVerdict progress={progress} createdNote={createdNote} />}
      {at === 'checked' && <CheckedVerdict progress={progress} />}
      {at !== 'failed' && before > 0 && (
        <p className={classes['quiet']}>{formatMessage(t.panel_import_before, { count: before })}</p>
      )}
    </div>
  )
}

function CreatedVerdict({ progress: { rows, waiting }, createdNote }: VerdictProps) {
  const t = useTexts(importPanelTexts)
  return (
    <>
      <Alert tone="success" title={formatMessage(t.panel_import_created, { count: rows })}>
        {createdNote}
      </Alert>
      {waiting > 0 && <Alert tone="warning">{formatMessage(t.panel_import_waiting, { count: waiting })}</Alert>}
    </>
  )
}

function CheckedVerdict({ progress: { rows, errors, warnings, before } }: Pick<VerdictProps, 'progress'>) {
  const t = useTexts(importPanelTexts)
  return (
    <>
      {errors === 0 ? (
        <Alert tone="success">{formatMessage(t.panel_import_ready, { count: rows })}</Alert>
      ) : (
        <Alert tone="error" title={formatMessage(t.panel_import_errors, { count: errors })}>
          {t.panel_import_errors_help} {before === 0 && t.panel_import_errors_none}
          {errors < rows && ` ${formatMessage(t.panel_import_errors_rest, { count: rows - errors })}`}
        </Alert>
      )}
      {warnings > 0 && (
        <Alert tone="warning">
          {formatMessage(t.panel_import_warnings, { count: warnings })}
          {errors === 0 && ` ${t.panel_import_warnings_help}`}
        </Alert>
      )}
    </>
  )
}
