import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  type ConflictDecisionBody,
  decideDirectoryConflict,
  type DirectoryConflict,
  listDirectoryConflicts,
} from '@portico/contract/scim/directory-groups.ts'
import { directoryPeopleTexts } from '@portico/contract/scim/directory-people-texts.ts'
import type { DirectoryPerson } from '@portico/contract/scim/directory-people.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredChoice } from '../../patterns/field-schemas.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { useForm } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { nameWithId } from '../users/name-with-id.ts'
import { directoryConflictsQuery } from './directory-queries.ts'

const schema = z.object({ conflictId: requiredChoice() })

interface LinkPersonDialogProps {
  clientId: number
  user: DirectoryPerson
  onClose: () => void
}

/** Links an account to a person of the directory who waits for one. */
export function LinkPersonDialog({ clientId, user, onClose }: LinkPersonDialogProps) {
  const t = useTexts(directoryPeopleTexts)
  const { uid } = useSignedIn()
  const { userId } = user
  const waiting = useSuspenseQuery(directoryConflictsQuery(uid, clientId)).data.filter(
    ({ decisionCd }) => decisionCd === null,
  )
  const form = useForm({
    schema,
    initial: { conflictId: '' },
    draftKey: `directory-person-${clientId}-${userId}`,
    labels: { conflictId: t.directory_person_link_person },
    invalidate: changed,
    save: async ({ conflictId: chosen }) => {
      const params = { uid, clientId, conflictId: Number(chosen) }
      const decide = async (body: ConflictDecisionBody) =>
        (await request(decideDirectoryConflict, { params, body })).message
      const message = await decide({ decisionCd: 'link', userId })
      // Refused where somebody has decided about the person again.
      offerUndo(message, () => decide({ decisionCd: 'none', userId: null, expectedUserId: userId }), changed)
      return ''
    },
    afterSave: onClose,
  })
  return (
    <EditDialog
      form={form}
      title={formatMessage(t.directory_person_link_title, { name: nameWithId(user) })}
      submitLabel={t.directory_person_link_submit}
      onClose={onClose}
    >
      <p>{t.directory_person_link_lead}</p>
      <SelectField
        {...form.field('conflictId')}
        data-autofocus
        options={[
          { value: '', label: t.directory_person_link_choose },
          ...likelyFirst(waiting, userId).map((one) => ({ value: String(one.conflictId), label: nameOf(one) })),
        ]}
      />
    </EditDialog>
  )
}

const changed = [listDirectoryConflicts]

/** People whom this account is in the way of come first. */
const likelyFirst = (waiting: readonly DirectoryConflict[], userId: number) => {
  const isLikely = ({ accounts }: DirectoryConflict) => accounts.some((one) => one.userId === userId)
  return [...waiting.filter(isLikely), ...waiting.filter((one) => !isLikely(one))]
}

const nameOf = ({ userNm, externalIdTxt }: DirectoryConflict) =>
  externalIdTxt === null ? userNm : `${userNm} (${externalIdTxt})`
