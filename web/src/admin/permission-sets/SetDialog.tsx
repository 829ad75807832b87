import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { useTexts } from '../../api/texts.ts'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import type { MenuGroup } from '../../ui/MenuButton.tsx'
import type { SuggestedSet } from './permission-set-form.ts'

const loadEdit = () => import('./EditSetDialog.tsx')
const loadSuggest = () => import('./SuggestSetDialog.tsx')
const loadGive = () => import('./GiveSetDialog.tsx')
const DeleteSetDialog = lazyDialog(() => import('./DeleteSetDialog.tsx').then((module) => module.DeleteSetDialog))

/** What an administrator does with sets. */
export type SetAct =
  | { kind: 'suggest' }
  | { kind: 'add'; suggested?: SuggestedSet }
  | { kind: 'change' | 'give' | 'delete'; set: PermissionSet }

interface SetDialogProps {
  act: SetAct
  /** Opens the dialog that follows on a suggestion. */
  onNext?: (next: SetAct) => void
  /** Called after a set is gone. */
  onDeleted?: () => void
  onClose: () => void
}

/** The dialog of an act. */
export function SetDialog({ act, onNext, onDeleted, onClose }: SetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  switch (act.kind) {
    case 'suggest':
      return (
        <KeystrokeBuffer key="suggest" label={t.set_suggest_client} load={loadSuggest} onClose={onClose}>
          {({ SuggestSetDialog }, typed) => (
            <SuggestSetDialog
              typed={typed}
              onTake={(suggested) => onNext?.({ kind: 'add', suggested })}
              onClose={onClose}
            />
          )}
        </KeystrokeBuffer>
      )
    case 'add':
    case 'change':
      return (
        <KeystrokeBuffer key="edit" label={t.sets_name} load={loadEdit} onClose={onClose}>
          {({ EditSetDialog }, typed) => (
            <EditSetDialog
              set={act.kind === 'add' ? null : act.set}
              suggested={act.kind === 'add' ? act.suggested : undefined}
              typed={typed}
              onClose={onClose}
            />
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
