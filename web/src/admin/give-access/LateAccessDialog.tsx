import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import type { AccessAct } from './give-access-form.ts'

const loadDialog = async () => (await import('./GiveAccessDialog.tsx')).GiveAccessDialog

interface LateAccessDialogProps {
  act: AccessAct
  onDone: () => void
  onClose: () => void
}

/** The dialog that gives or ends access, which is loaded when it opens. */
export function LateAccessDialog({ act, onDone, onClose }: LateAccessDialogProps) {
  const t = useTexts(giveAccessTexts)
  const { permissions_search: search } = useTexts(userProfileTexts)
  return (
    <KeystrokeBuffer label={act.users === null ? t.give_access_people : search} load={loadDialog} onClose={onClose}>
      {(GiveAccessDialog, typed) => <GiveAccessDialog act={act} typed={typed} onDone={onDone} onClose={onClose} />}
    </KeystrokeBuffer>
  )
}
