import type { UserOverview } from '@portico/contract/users/user-overview.ts'
import type { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import type { ProfileUser } from '@portico/contract/users/user-profile.ts'
import type { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { formatDayOf, formatInstant } from '../../ui/format.ts'

type Words = Texts<typeof userOverviewTexts>
type ProfileWords = Texts<typeof userProfileTexts>

/** The address of a user, and the one that they asked for and have not confirmed. */
export const emailLines = ({ emailAddress, pendingEmailAddress }: ProfileUser, t: Words & ProfileWords): string[] => [
  emailAddress || t.user_overview_none,
  ...(pendingEmailAddress === null ? [] : [formatMessage(t.profile_email_pending, { address: pendingEmailAddress })]),
]

/** The numbers of a user, each with what it is; one line where there are none. */
export function phoneLines(
  { workPhone, workExt, mobilePhnNbr, homePhone }: ProfileUser,
  phones: PhoneNumbers,
  t: Words & ProfileWords,
): string[] {
  const extension = workExt ? `, ${t.profile_extension} ${workExt}` : ''
  const numbers = [
    [t.profile_work_phone, workPhone, extension],
    [t.profile_mobile, mobilePhnNbr, ''],
    [t.profile_home_phone, homePhone, ''],
  ] as const
  const lines = numbers.flatMap(([kind, number, more]) => (number ? [`${kind}: ${phones.show(number)}${more}`] : []))
  return lines.length > 0 ? lines : [t.user_overview_none]
}

/** The second factors of a user, each as a line; one line where there are none, with the reason. */
export function factorLines(
  { secondFactors, recoveryCodeCnt }: UserOverview,
  { isRequired, isOff }: { isRequired: boolean; isOff: boolean },
  t: Words,
): string[] {
  const lines = secondFactors.map(({ kindCd, factorCnt, addedDt, lastUsedDt }) =>
    [
      formatMessage(t[`user_overview_factor_${kindCd}`], { count: factorCnt, date: formatDayOf(addedDt) }),
      ...(lastUsedDt === null ? [] : [formatMessage(t.user_overview_factor_used, { date: formatDayOf(lastUsedDt) })]),
    ].join(', '),
  )
  if (lines.length > 0)
    return recoveryCodeCnt === 0
      ? lines
      : [...lines, formatMessage(t.user_overview_recovery_codes, { count: recoveryCodeCnt })]
  if (isOff) return [t.user_overview_factor_off]
  return [isRequired ? t.user_overview_factor_none : t.user_overview_factor_not_required]
}

export function passwordLine(
  { federatedUser, idmuser }: ProfileUser,
  { passwordDt, temporaryPasswordEndDt }: UserOverview,
  t: Words,
  now: Date,
): string {
  if (federatedUser || idmuser) return t.user_overview_password_company
  if (temporaryPasswordEndDt !== null) {
    const time = formatInstant(temporaryPasswordEndDt)
    const isOver = temporaryPasswordEndDt <= now
    return formatMessage(isOver ? t.user_overview_password_expired : t.user_overview_password_temporary, { time })
  }
  return passwordDt === null
    ? t.user_overview_password_none
    : formatMessage(t.user_overview_password_changed, { date: formatDayOf(passwordDt) })
}

export const sessionsLine = ({ sessionCnt, lastActiveDt }: UserOverview, t: Words): string =>
  sessionCnt === 0 || lastActiveDt === null
    ? t.user_overview_none
    : formatMessage(t.user_overview_sessions_open, { count: sessionCnt, time: formatInstant(lastActiveDt) })

export const failuresLine = ({ failedSignInCnt }: UserOverview, t: Words): string =>
  failedSignInCnt === 0
    ? t.user_overview_failed_none
    : formatMessage(t.user_overview_failed_count, { count: failedSignInCnt })
