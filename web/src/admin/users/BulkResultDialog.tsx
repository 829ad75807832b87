import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import type { UserResult } from './bulk-run.ts'
import { type ListedName, nameWithId } from './name-with-id.ts'

interface BulkResultDialogProps {
  /** Name of the action. */
  action: string
  users: readonly ListedName[]
  results: readonly UserResult[]
  /** Takes the action back. */
  undo?: {
    /** For how many of them; null where it is for all. */
    part: number | null
    onUndo: () => Promise<void>
  }
  onClose: () => void
}

/** What came of an action for each user; those for whom it was not done come first. */
export function BulkResultDialog({ action, users, results, undo, onClose }: BulkResultDialogProps) {
  const t = useTexts(userListTexts)
  const { close } = useTexts(generalTexts)
  const { list_undo: undoLabel } = useTexts(listTexts)
  const [isUndoing, setUndoing] = useState(false)
  const names = new Map(users.map((user) => [user.userId, nameWithId(user)]))
  const done = results.filter(({ isDone }) => isDone)
  const failed = results.filter(({ isDone }) => !isDone)
  const title = formatMessage(t.users_bulk_results, { action })
  const counts = { done: done.length, count: results.length }
  return (
    <Modal opened title={title} size="m" closeLabel={close} mayClose={!isUndoing} onClose={onClose}>
      <Alert tone={failed.length === 0 ? 'success' : 'warning'}>{formatMessage(t.users_bulk_done, counts)}</Alert>
      <DataTable
        caption={title}
        columns={[
          { key: 'user', title: t.users_bulk_user, cell: ({ userId }) => names.get(userId) },
          { key: 'result', title: t.users_bulk_result, cell: ({ message }) => message },
        ]}
        rows={[...failed, ...done]}
        rowKey={({ userId }) => userId}
      />
      {typeof undo?.part === 'number' && <p>{formatMessage(t.users_bulk_undo_part, { count: undo.part })}</p>}
      <ModalActions>
        {undo && (
          <Button
            busy={isUndoing}
            onClick={() => {
              setUndoing(true)
              void undo.onUndo().finally(() => setUndoing(false))
            }}
          >
            {undoLabel}
          </Button>
        )}
        <Button kind="primary" onClick={isUndoing ? undefined : onClose}>
          {close}
        </Button>
      </ModalActions>
    </Modal>
  )
}
