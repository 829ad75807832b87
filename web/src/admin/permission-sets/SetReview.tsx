import { useState } from 'react'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import {
  type PermissionSet,
  type PermissionSetPlan,
  undoPermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { nameWithId } from '../users/name-with-id.ts'
import type { setBody } from './permission-set-form.ts'
import { changedByAct } from '../give-access/follow-access-change.ts'

interface SetReviewProps {
  set: PermissionSet
  plan: PermissionSetPlan
  body: ReturnType<typeof setBody>
  onBack: () => void
  onSaved: () => void
  onClose: () => void
}

/** How many users gain and lose what, and who, before a change is saved. */
export function SetReview({ set, plan, body, onBack, onSaved, onClose }: SetReviewProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const [isSaved, setIsSaved] = useState(false)
  const params = { uid, setId: set.setId }
  const save = () =>
    runAction(async () => {
      const { data, message } = await request(updatePermissionSet, {
        params,
        body: { ...body, versionNr: set.versionNr },
      })
      if (data && !('undoId' in data)) return ''
      if (data) {
        const { undoId } = data
        const undo = async () => (await request(undoPermissionSet, { params, body: { undoId } })).message
        offerUndo(message, undo, changedByAct)
      }
      setIsSaved(true)
      onSaved()
      return message
    }, changedByAct)
  return (
    <ConfirmModal
      opened
      size="m"
      danger={plan.loseCnt > 0}
      title={formatMessage(t.set_review_title, { name: set.setNm })}
      confirmLabel={t.set_save}
      cancelLabel={t.set_back}
      onConfirm={save}
      onClose={isSaved ? onClose : onBack}
    >
      <PlannedChanges plan={plan} />
    </ConfirmModal>
  )
}

function PlannedChanges({ plan }: { plan: PermissionSetPlan }) {
  const t = useTexts(permissionSetPageTexts)
  const pageName = usePortalPageName()
  const { memberCnt: count, gainCnt: gain, loseCnt: lose, items, users, changedCnt } = plan
  const named = (isShown: (user: PermissionSetPlan['users'][number]) => boolean) =>
    users.filter(isShown).map(nameWithId).join(', ')
  const [losers, gainers] = [named(({ loseFlg }) => loseFlg), named(({ gainFlg }) => gainFlg)]
  return (
    <>
      <p role="status">
        {gain + lose === 0 ? t.set_review_none : formatMessage(t.set_review_counts, { gain, lose, count })}
      </p>
      <ul>
        {items.map(({ systemNm, pageNm, gainCnt, loseCnt }) => (
          <li key={`${systemNm}/${pageNm ?? ''}`}>
            {formatMessage(t.set_review_item, {
              access: pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`,
              gain: gainCnt,
              lose: loseCnt,
            })}
          </li>
        ))}
      </ul>
      {users.length > 0 && (
        <details>
          <summary>{t.set_review_users}</summary>
          {losers !== '' && <p>{formatMessage(t.set_review_losers, { users: losers })}</p>}
          {gainers !== '' && <p>{formatMessage(t.set_review_gainers, { users: gainers })}</p>}
          {changedCnt > users.length && <p>{formatMessage(t.set_review_more, { count: changedCnt - users.length })}</p>}
        </details>
      )}
    </>
  )
}
