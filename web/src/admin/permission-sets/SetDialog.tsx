import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { useTexts } from '../../api/texts.ts'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import type { MenuGroup } from '../../ui/MenuButton.tsx'

const loadEdit = () => import('./EditSetDialog.tsx')
const loadGive = () => import('./GiveSetDialog.tsx')
const DeleteSetDialog = lazyDialog(() => import('./DeleteSetDialog.tsx').then((module) => module.DeleteSetDialog))

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
  const t = useTexts(permissionSetPageTexts)
  switch (act.kind) {
    case 'add':
    case 'change':
      return (
        <KeystrokeBuffer label={t.sets_name} load={loadEdit} onClose={onClose}>
          {({ EditSetDialog }, typed) => (
            <EditSetDialog set={act.kind === 'add' ? null : act.set} typed={typed} onClose={onClose} />
          )}
        </KeystrokeBuffer>
      )
    case 'give':
      return (
        <KeystrokeBuffer label={t.set_give_people} load={loadGive} onClose={onClose}>
          {({ GiveSetDialog }, typed) => <GiveSetDialog set={act.set} typed={typed} onClose={onClose} />}
        </KeystrokeBuffer>
      )
    default:
      return <DeleteSetDialog set={act.set} onDeleted={onDeleted} onClose={onClose} />
  }
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
