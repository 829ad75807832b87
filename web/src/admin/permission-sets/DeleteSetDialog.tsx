import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import {
  deletePermissionSet,
  type PermissionSet,
  undoPermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { changedByAct } from '../give-access/follow-access-change.ts'

interface DeleteSetDialogProps {
  set: PermissionSet
  onDeleted: (() => void) | undefined
  onClose: () => void
}

/** Deletes a set, after it says how many users lose it. */
export function DeleteSetDialog({ set, onDeleted, onClose }: DeleteSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const params = { uid, setId: set.setId }
  return (
    <DeleteDialog
      call={deletePermissionSet}
      input={{ params }}
      title={formatMessage(t.set_delete_title, { name: set.setNm })}
      invalidate={changedByAct}
      undo={async ({ data }) =>
        'undoId' in data ? (await request(undoPermissionSet, { params, body: { undoId: data.undoId } })).message : ''
      }
      onDone={({ ok }) => ok && onDeleted?.()}
      onClose={onClose}
    >
      <p>{set.holderCnt === 0 ? t.set_delete_none : formatMessage(t.set_delete_lead, { count: set.holderCnt })}</p>
    </DeleteDialog>
  )
}
