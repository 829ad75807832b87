import { getProfile, listOwnNotificationTypes, updateProfile, type ProfileChange } from '@portico/contract/account.ts'
import { ApiError, ask } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { noteFirstName } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { keepProfile } from './account-queries.ts'

/** Saves what changed of the own profile; its new state is shown at once. */
export async function saveProfile(body: ProfileChange) {
  const { data, message } = await ask(updateProfile, { body })
  keepProfile(data)
  noteFirstName(data.firstNm)
  return { profile: data, message }
}

/** Where another tab was faster the form closes over what is true now; everything else is for the form to show. */
export async function orStale(save: () => Promise<void>, close: () => void): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    await Promise.all([invalidate(getProfile), invalidate(listOwnNotificationTypes)])
    toast.error(error.message)
    close()
  }
}
