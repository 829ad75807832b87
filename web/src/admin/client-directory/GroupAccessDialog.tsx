import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
} from '@portico/contract/permission-sets/permission-sets.ts'
import {
  type DirectoryGroup,
  type GroupAccessPlan,
  listDirectoryGroups,
  planGroupAccess,
  saveGroupAccess,
  undoGroupAccess,
} from '@portico/contract/scim/directory-groups.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { call, request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { runAction } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { useForm } from '../../patterns/use-form.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { AccessChoice } from '../give-access/AccessChoice.tsx'
import { changedByAct } from '../give-access/follow-access-change.ts'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import type { PermissionFields } from '../permissions/permissions-form.ts'
import { fieldsOfGroupAccess, groupAccessBody } from './group-access-form.ts'
import { GroupSetsField } from './GroupSetsField.tsx'

const schema = z.object({
  systems: z.custom<PermissionFields['systems']>(() => true),
  pages: z.custom<PermissionFields['pages']>(() => true),
  setIds: z.custom<readonly Option[]>(Array.isArray),
})

interface GroupAccessDialogProps {
  clientId: number
  group: DirectoryGroup
  onClose: () => void
}

/** What a group gives its members: the choice, then what changes for how many of them. */
export function GroupAccessDialog({ clientId, group, onClose }: GroupAccessDialogProps) {
  const { groupId, groupNm, version } = group
  const t = useTexts(directoryGroupTexts)
  const { uid } = useSignedIn()
  const systems = useQuery(userSystemsQuery(uid))
  const [plan, setPlan] = useState<GroupAccessPlan | null>(null)
  const params = { uid, clientId, groupId }
  const form = useForm({
    schema,
    initial: fieldsOfGroupAccess(group),
    draftKey: `directory-group-${groupId}-${version}`,
    labels: { systems: t.directory_applications, pages: t.directory_gives, setIds: t.directory_sets },
    save: async (values) => {
      setPlan(await call(planGroupAccess, { params, body: groupAccessBody(values) }))
      return ''
    },
  })
  if (plan)
    return (
      <GroupReview
        clientId={clientId}
        group={group}
        plan={plan}
        body={groupAccessBody(form.values)}
        onBack={() => setPlan(null)}
        onClose={onClose}
      />
    )
  return (
    <EditDialog
      form={form}
      size="l"
      title={formatMessage(t.directory_change_title, { group: groupNm })}
      submitLabel={t.directory_review}
      onClose={onClose}
    >
      <p>{t.directory_change_lead}</p>
      <ManagedLine kind="directoryGroups" id={`${clientId}/${groupId}`} />
      <GroupSetsField
        clientId={clientId}
        chosen={form.values.setIds}
        error={form.errorOf('setIds')}
        onChange={(chosen) => form.set('setIds', chosen)}
      />
      <AccessChoice
        kind="give"
        withoutRights
        stopped={new Set(group.items.flatMap(({ systemId, givenFlg }) => (givenFlg ? [] : [systemId])))}
        isFirst={false}
        typed=""
        systems={systems}
        fields={form.values}
        onChange={(next) => {
          form.set('systems', next.systems)
          form.set('pages', next.pages)
        }}
      />
    </EditDialog>
  )
}

/** What shows whom a group gives something. */
const changedByGroup = [
  listDirectoryGroups,
  listPermissionSets,
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSetsOfUser,
  ...changedByAct,
]

interface GroupReviewProps extends GroupAccessDialogProps {
  plan: GroupAccessPlan
  body: ReturnType<typeof groupAccessBody>
  onBack: () => void
}

/** How many members gain and lose what, before it is saved. */
function GroupReview({ clientId, group, plan, body, onBack, onClose }: GroupReviewProps) {
  const { groupId, groupNm, version } = group
  const t = useTexts(directoryGroupTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const [isSaved, setIsSaved] = useState(false)
  const params = { uid, clientId, groupId }
  const save = () =>
    runAction(async () => {
      const { data, message } = await request(saveGroupAccess, { params, body: { ...body, version } })
      if (!('undoId' in data)) return ''
      const { undoId } = data
      const undo = async () => (await request(undoGroupAccess, { params, body: { undoId } })).message
      offerUndo(message, undo, changedByGroup)
      setIsSaved(true)
      return message
    }, changedByGroup)
  const { memberCnt: count, gainCnt: gain, loseCnt: lose, items, sets } = plan
  return (
    <ConfirmModal
      opened
      size="m"
      danger={lose > 0}
      title={formatMessage(t.directory_review_title, { group: groupNm })}
      confirmLabel={t.directory_save}
      cancelLabel={t.directory_back}
      onConfirm={save}
      onClose={isSaved ? onClose : onBack}
    >
      <p role="status">
        {gain + lose === 0 ? t.directory_review_none : formatMessage(t.directory_review_counts, { gain, lose, count })}
      </p>
      <ul>
        {sets.map(({ setId, setNm, gainCnt, loseCnt }) => (
          <li key={setId}>
            {formatMessage(t.directory_review_item, {
              access: formatMessage(t.directory_set, { name: setNm }),
              gain: gainCnt,
              lose: loseCnt,
            })}
          </li>
        ))}
        {items.map(({ systemNm, pageNm, gainCnt, loseCnt }) => (
          <li key={`${systemNm}/${pageNm ?? ''}`}>
            {formatMessage(t.directory_review_item, {
              access: pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`,
              gain: gainCnt,
              lose: loseCnt,
            })}
          </li>
        ))}
      </ul>
    </ConfirmModal>
  )
}
