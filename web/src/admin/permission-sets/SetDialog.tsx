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
import type { MenuGroup } from '../../ui/MenuButton.tsx'
import { EditSetDialog } from './EditSetDialog.tsx'
import { GiveSetDialog } from './GiveSetDialog.tsx'
import { changedBySet } from './permission-set-queries.ts'

/** What an administrator does with sets. */
export type SetAct = { kind: 'add' } | { kind: 'change' | 'give' | 'delete'; set: PermissionSet }

interface SetDialogProps {
  act: SetAct
  /** Called after a set is gone. */
  onDeleted?: () => void
  onClose: () => void
}

/** The dialog of an act. */
export function SetDialog({ act, onDeleted, onClose }: SetDialogProps) {
  switch (act.kind) {
    case 'add':
      return <EditSetDialog set={null} onClose={onClose} />
    case 'change':
      return <EditSetDialog set={act.set} onClose={onClose} />
    case 'give':
      return <GiveSetDialog set={act.set} onClose={onClose} />
    default:
      return <DeleteSetDialog set={act.set} onDeleted={onDeleted} onClose={onClose} />
  }
}

interface DeleteSetDialogProps {
  set: PermissionSet
  onDeleted: (() => void) | undefined
  onClose: () => void
}

function DeleteSetDialog({ set, onDeleted, onClose }: DeleteSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const params = { uid, setId: set.setId }
  return (
    <DeleteDialog
      call={deletePermissionSet}
      input={{ params }}
      title={formatMessage(t.set_delete_title, { name: set.setNm })}
      invalidate={changedBySet}
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

/** The acts on one set, for its menu. */
export function useSetActions(open: (act: SetAct) => void): (set: PermissionSet) => MenuGroup[] {
  const t = useTexts(permissionSetPageTexts)
  return (set) => [
    { entries: [{ label: t.sets_give, icon: 'plus', onSelect: () => open({ kind: 'give', set }) }] },
    {
      ...(!set.mayChangeFlg && { disabledReason: t.sets_installation_only }),
      entries: [
        { label: t.sets_change, icon: 'pencil', onSelect: () => open({ kind: 'change', set }) },
        { label: t.sets_delete, icon: 'trash', tone: 'danger', onSelect: () => open({ kind: 'delete', set }) },
      ],
    },
  ]
}
