import { type ReactNode, useState } from 'react'
import { UploadModal } from './UploadModal.tsx'
import type { UploadItem, UploadTarget } from './use-uploads.ts'

/** What opened the dialog: its button, or files that were dropped or pasted. */
export interface PendingUpload {
  files: readonly File[]
}

interface UploadFlowProps<Existing> {
  title: string
  help: string
  target: UploadTarget<Existing>
  pending: PendingUpload
  /** Called when uploads have ended, so that lists are read again. */
  onStored: () => void
  /** The dialog that asks whether a file replaces what has its name. */
  askToReplace: (file: File, existing: Existing, onClose: () => void) => ReactNode
  onClose: () => void
}

interface TakenFile<Existing> {
  file: File
  existing: Existing
}

const takenOf = <Existing,>(items: readonly UploadItem<Existing>[]): TakenFile<Existing>[] =>
  items.flatMap(({ file, state }) => (state.at === 'exists' ? [{ file, existing: state.existing }] : []))

/** First the uploads; then, for each name that already exists, whether to replace it (DOCS-038). */
export function UploadFlow<Existing>({
  pending,
  onStored,
  askToReplace,
  onClose,
  ...dialog
}: UploadFlowProps<Existing>) {
  const [taken, setTaken] = useState<readonly TakenFile<Existing>[] | null>(null)
  const [first, ...rest] = taken ?? []
  const settle = (items: readonly UploadItem<Existing>[]) => {
    const found = takenOf(items)
    const hasFailure = items.some(({ state }) => state.at === 'failed')
    if (found.length > 0 && !hasFailure) setTaken(found)
    onStored()
  }
  if (taken === null)
    return (
      <UploadModal
        {...dialog}
        first={pending.files}
        onSettled={settle}
        onClose={(items) => {
          const found = takenOf(items)
          if (found.length > 0) setTaken(found)
          else onClose()
        }}
      />
    )
  if (!first) return null
  return askToReplace(first.file, first.existing, () => (rest.length > 0 ? setTaken(rest) : onClose()))
}
