import { useState } from 'react'
import {
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
} from '@portico/contract/permission-sets/permission-sets.ts'
import {
  type DirectoryGroup,
  listDirectoryGroups,
  saveGroupAccess,
  undoGroupAccess,
} from '@portico/contract/scim/directory-groups.ts'
import { type GroupAccessPlan } from '@portico/contract/scim/directory-group-plans.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { changedByAct } from '../give-access/follow-access-change.ts'
import type { groupAccessBody } from './group-access-form.ts'
import { GroupPlan } from './GroupPlan.tsx'

/** What shows whom a group gives something. */
const changedByGroup = [
  listDirectoryGroups,
  listPermissionSets,
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSetsOfUser,
  ...changedByAct,
]

interface GroupReviewProps {
  clientId: number
  group: DirectoryGroup
  plan: GroupAccessPlan
  body: ReturnType<typeof groupAccessBody>
  onBack: () => void
  onSaved: () => void
  onClose: () => void
}

/** How many members gain and lose what, and who loses it, before it is saved. */
export function GroupReview({ clientId, group, plan, body, onBack, onSaved, onClose }: GroupReviewProps) {
  const { groupId, groupNm, version } = group
  const t = useTexts(directoryGroupTexts)
  const { uid } = useSignedIn()
  const [isSaved, setIsSaved] = useState(false)
  const params = { uid, clientId, groupId }
  const save = () =>
    runAction(async () => {
      const { data, message } = await request(saveGroupAccess, { params, body: { ...body, version } })
      if (data && !('undoId' in data)) return ''
      if (data) {
        const { undoId } = data
        const undo = async () => (await request(undoGroupAccess, { params, body: { undoId } })).message
        offerUndo(message, undo, changedByGroup)
      }
      setIsSaved(true)
      onSaved()
      return message
    }, changedByGroup)
  return (
    <ConfirmModal
      opened
      size="m"
      danger={plan.loseCnt > 0}
      title={formatMessage(t.directory_review_title, { group: groupNm })}
      confirmLabel={t.directory_save}
      cancelLabel={t.directory_back}
      onConfirm={save}
      onClose={isSaved ? onClose : onBack}
    >
      <GroupPlan clientId={clientId} groupId={groupId} plan={plan} body={body} none={t.directory_review_none} />
    </ConfirmModal>
  )
}
