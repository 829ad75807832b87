import { useState } from 'react'
import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { useTexts } from '../../api/texts.ts'
import type { AccessAct } from './give-access-form.ts'
import { LateAccessDialog } from './LateAccessDialog.tsx'

/**
 * The dialog that gives or ends access, which is loaded when it opens; and the two entries that open it, of menus and
 * of selected rows.
 */
export function useAccessDialog(onDone: () => void = () => undefined) {
  const t = useTexts(giveAccessTexts)
  const [act, setAct] = useState<AccessAct | null>(null)
  const close = () => setAct(null)
  return {
    open: setAct,
    entries: (actOf: (kind: AccessAct['kind']) => Omit<AccessAct, 'kind'>) => [
      {
        label: t.give_access_action,
        icon: 'plus' as const,
        onSelect: () => setAct({ kind: 'give', ...actOf('give') }),
      },
      {
        label: t.give_access_end_action,
        icon: 'close' as const,
        onSelect: () => setAct({ kind: 'end', ...actOf('end') }),
      },
    ],
    dialog: act && <LateAccessDialog act={act} onDone={onDone} onClose={close} />,
  }
}
