import type { DeletedUser } from '@portico/contract/users/deleted-users.ts'
import { erasureTexts } from '@portico/contract/users/erasure-texts.ts'
import { takeBackErasure } from '@portico/contract/users/erasures.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatDayOf } from '../../ui/format.ts'
import { changedByUserActions } from '../users/user-actions.ts'

/** Takes back an erasure that waits. */
export function TakeBackErasureDialog({ user, onClose }: { user: DeletedUser; onClose: () => void }) {
  const t = useTexts(erasureTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const act = useAction(takeBackErasure, { invalidate: changedByUserActions })
  return (
    <ConfirmModal
      opened
      title={t.erasure_take_back}
      confirmLabel={t.erasure_take_back}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.record}
      onConfirm={() => act.submit({ params: { uid }, body: { userId: user.userId } })}
      onClose={onClose}
    >
      <p>{formatMessage(t.erasure_take_back_lead, { name: fullName(user) })}</p>
      {user.erasedByAgeDt && <p>{formatMessage(t.erasure_take_back_age, { date: formatDayOf(user.erasedByAgeDt) })}</p>}
    </ConfirmModal>
  )
}
