import { useSuspenseQuery } from '@tanstack/react-query'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { userProfileQuery } from './profile-queries.ts'

/** Why the administrator can't change the user; undefined where they can. */
export function useReadOnlyReason(userId: number): string | undefined {
  const t = useTexts(userProfileTexts)
  const { user_stronger: stronger } = useTexts(userTexts)
  const { uid } = useSignedIn()
  const { readOnlyReasonCd } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  const reasons = { stronger, deleted: t.user_deleted_read_only, unrestorable: t.user_deleted_unrestorable }
  return readOnlyReasonCd === null ? undefined : reasons[readOnlyReasonCd]
}
