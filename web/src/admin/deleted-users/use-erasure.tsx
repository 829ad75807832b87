import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeletedUser } from '@portico/contract/users/deleted-users.ts'
import { erasureTexts } from '@portico/contract/users/erasure-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { EraseUserDialog } from '../users/EraseUserDialog.tsx'
import { userListOptionsQuery } from '../users/user-queries.ts'
import { ErasureCertificateDialog } from './ErasureCertificateDialog.tsx'
import { TakeBackErasureDialog } from './TakeBackErasureDialog.tsx'

interface Erasure {
  entryFor: (user: DeletedUser) => MenuEntry
  certificateButton: ReactNode
  dialog: ReactNode
}

/** What portal administrators do about erasures: ask for one or take it back in the menu of a user, and certificates. */
export function useErasure(): Erasure {
  const t = useTexts(erasureTexts)
  const { uid } = useSignedIn()
  const { portalAdminFlg: mayErase } = useSuspenseQuery(userListOptionsQuery(uid)).data
  const [opened, setOpened] = useState<DeletedUser | 'certificate' | null>(null)
  const close = () => setOpened(null)
  // The list has the new state of the user while the dialog still says how it ended.
  return {
    entryFor: (one) => ({
      ...(one.erasureRequestedDt === null
        ? { label: t.erasure_action, icon: 'trash' as const, tone: 'danger' as const }
        : { label: t.erasure_take_back, icon: 'refresh' as const }),
      onSelect: () => setOpened(one),
      ...(mayErase ? {} : { disabledReason: t.erasure_portal_admin_only }),
    }),
    certificateButton: mayErase && (
      <Button onClick={() => setOpened('certificate')}>{t.erasure_certificate_action}</Button>
    ),
    dialog: opened && dialogOf(opened, close),
  }
}

function dialogOf(opened: DeletedUser | 'certificate', close: () => void): ReactNode {
  if (opened === 'certificate') return <ErasureCertificateDialog onClose={close} />
  const Dialog = opened.erasureRequestedDt === null ? EraseUserDialog : TakeBackErasureDialog
  return <Dialog user={opened} onClose={close} />
}
