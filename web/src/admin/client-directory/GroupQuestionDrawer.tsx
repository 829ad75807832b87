import { useQuery } from '@tanstack/react-query'
import { type DirectoryGroup } from '@portico/contract/scim/directory-groups.ts'
import { planGroupAccess } from '@portico/contract/scim/directory-group-plans.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { GroupPlan } from './GroupPlan.tsx'

interface GroupQuestionDrawerProps {
  clientId: number
  group: DirectoryGroup
  onClose: () => void
}

const nothing = { systemIds: [], pageIds: [], setIds: [] }

/** What the members of a group would lose if it gave nothing any more. */
export function GroupQuestionDrawer({ clientId, group, onClose }: GroupQuestionDrawerProps) {
  const { groupId, groupNm } = group
  const t = useTexts(directoryGroupTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const plan = useQuery({
    ...query(planGroupAccess, { params: { uid, clientId, groupId }, body: nothing }),
    // The directory changes members at any time.
    staleTime: 0,
  })
  return (
    <DetailDrawer title={formatMessage(t.directory_question_title, { group: groupNm })} onClose={onClose}>
      <p>{t.directory_question_lead}</p>
      <QueryContent query={plan} failed={failed}>
        {(found) => (
          <GroupPlan
            clientId={clientId}
            groupId={groupId}
            plan={found}
            body={nothing}
            none={t.directory_question_none}
          />
        )}
      </QueryContent>
    </DetailDrawer>
  )
}
