import {
  getProfile,
  listOwnNotificationTypes,
  type Profile,
  type ProfileChange,
  updateProfile,
} from '@portico/contract/account.ts'
import { ApiError, request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { updateFirstName } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { keepProfile } from './account-queries.ts'

/** Saves changed fields of the user's own profile; the new state is shown at once. */
export async function saveProfile(body: ProfileChange) {
  const { data, message } = await request(updateProfile, { body })
  keepProfile(data)
  updateFirstName(data.firstNm)
  return { profile: data, message }
}

/** For actions that answer the changed profile: shows it, and returns their message. */
export function showProfile({ data, message }: { data: Profile; message: string }): string {
  keepProfile(data)
  return message
}

/**
 * Shows the message of a successful save. After a conflict with another tab it says so and resolves too, because the
 * form closes and shows the current values; other errors stay in the form.
 */
export async function orStale(save: () => Promise<string>): Promise<string> {
  try {
    toast.success(await save())
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    await Promise.all([invalidate(getProfile), invalidate(listOwnNotificationTypes)])
    toast.error(error.message)
  }
  return ''
}
