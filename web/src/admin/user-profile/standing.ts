import type { UserOverview } from '@portico/contract/users/user-overview.ts'
import type { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { UserProfile } from '@portico/contract/users/user-profile.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { formatDayOf, formatInstant } from '../../ui/format.ts'

interface Standing {
  tone: 'success' | 'warning'
  sentence: string
}

type Words = Texts<typeof userOverviewTexts>

/** Whether a user can sign in and work, as a sentence with the reason why not. */
export function standingOf(
  { user, userSystems }: Pick<UserProfile, 'user' | 'userSystems'>,
  overview: UserOverview,
  t: Words,
  now: Date,
): Standing {
  const values = { name: fullName(user), date: formatDayOf(overview.statusDt) }
  const hindrance = hindranceOf(user.userStatus, overview, t, values, now)
  if (hindrance !== null) return { tone: 'warning', sentence: hindrance }
  if (userSystems.length === 0) return { tone: 'warning', sentence: formatMessage(t.user_overview_no_access, values) }
  return { tone: 'success', sentence: formatMessage(t.user_overview_can_sign_in, values) }
}

function hindranceOf(
  status: UserProfile['user']['userStatus'],
  { lockCd, lockEndDt, temporaryPasswordEndDt }: UserOverview,
  t: Words,
  values: { name: string; date: string },
  now: Date,
): string | null {
  if (status === 3) return formatMessage(t.user_overview_deleted, values)
  if (status === 2) return formatMessage(t.user_overview_inactive, values)
  if (lockCd === 'administrator') return formatMessage(t.user_overview_locked, values)
  if (lockEndDt !== null && lockEndDt > now)
    return formatMessage(t.user_overview_locked_until, { ...values, time: formatInstant(lockEndDt) })
  if (temporaryPasswordEndDt !== null && temporaryPasswordEndDt <= now)
    return formatMessage(t.user_overview_password_ended, { ...values, date: formatDayOf(temporaryPasswordEndDt) })
  return null
}
