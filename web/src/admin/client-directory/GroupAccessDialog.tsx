import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { DirectoryGroup } from '@portico/contract/scim/directory-groups.ts'
import { type GroupAccessPlan, planGroupAccess } from '@portico/contract/scim/directory-group-plans.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { UnsavedChanges } from '../../patterns/UnsavedChanges.tsx'
import { SaveCanceled, useForm } from '../../patterns/use-form.ts'
import { AccessChoice } from '../give-access/AccessChoice.tsx'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import type { PermissionFields } from '../permissions/permissions-form.ts'
import { fieldsOfGroupAccess, groupAccessBody } from './group-access-form.ts'
import { GroupReview } from './GroupReview.tsx'
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
  const [review, setReview] = useState<{ body: ReturnType<typeof groupAccessBody>; plan: GroupAccessPlan } | null>(null)
  const params = { uid, clientId, groupId }
  const form = useForm({
    schema,
    initial: fieldsOfGroupAccess(group),
    draftKey: `directory-group-${groupId}-${version}`,
    labels: { systems: t.directory_applications, pages: t.directory_gives, setIds: t.directory_sets },
    save: async (values) => {
      const body = groupAccessBody(values)
      setReview({ body, plan: await call(planGroupAccess, { params, body }) })
      throw new SaveCanceled()
    },
  })
  if (review)
    return (
      <>
        <GroupReview
          {...review}
          clientId={clientId}
          group={group}
          onBack={() => setReview(null)}
          onSaved={form.reset}
          onClose={onClose}
        />
        <UnsavedChanges form={form} />
      </>
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
