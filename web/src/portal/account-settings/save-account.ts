import { type Profile, type ProfileChange, updateProfile } from '@portico/contract/account/account.ts'
import { request } from '../../api/call.ts'
import { updateFirstName } from '../../api/session.ts'
import { keepProfile } from './own-profile.ts'

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
