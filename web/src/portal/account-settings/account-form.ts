import type { NotificationType, Profile } from '@portico/contract/account.ts'
import {
  bareDigits,
  phoneText,
  type RuleIssue,
  tidyText,
  type UserInfo,
  userInfoIssues,
} from '@portico/contract/account-rules.ts'

export const userInfoOf = (profile: Profile): UserInfo => ({
  firstNm: profile.firstNm,
  midInitial: profile.midInitial ?? '',
  lastNm: profile.lastNm,
  emailAddress: profile.emailAddress ?? '',
  workPhone: phoneText(profile.workPhone ?? ''),
})

const orNull = (text: string) => (text === '' ? null : text)

/** What is sent of the fields; those that somebody's company keeps are left out. */
export function userInfoChange(
  info: UserInfo,
  readOnly: readonly string[],
): Partial<Record<keyof UserInfo, string | null>> {
  const sent = {
    firstNm: tidyText(info.firstNm),
    midInitial: orNull(tidyText(info.midInitial)),
    lastNm: tidyText(info.lastNm),
    emailAddress: info.emailAddress.trim(),
    workPhone: orNull(bareDigits(info.workPhone.trim())),
  }
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !readOnly.includes(name)))
}

/** Rules about what a company keeps are not this person's to follow. */
export const ownIssues = (info: UserInfo, { readOnlyFields, internationalPhonesFlg }: Profile): RuleIssue[] =>
  userInfoIssues(info, internationalPhonesFlg).filter(({ field }) => !readOnlyFields.includes(field))

export const changesEmail = (info: UserInfo, profile: Profile): boolean =>
  !profile.readOnlyFields.includes('emailAddress') && info.emailAddress.trim() !== (profile.emailAddress ?? '')

/** How somebody wants to be notified, as the form holds it. */
export interface Notifications {
  types: readonly number[]
  agrees: boolean
  mobilePhnNbr: string
  smsCarrierId: string
}

/** A carrier that is gone has to be chosen anew. */
export const notificationsOf = (
  profile: Profile,
  own: readonly NotificationType[],
  carriers: readonly { smsCarrierId: number }[],
): Notifications => ({
  types: own.map(({ notificationTypeId }) => notificationTypeId),
  agrees: profile.agreedToTextsFlg,
  mobilePhnNbr: phoneText(profile.mobilePhnNbr ?? ''),
  smsCarrierId: carriers.some(({ smsCarrierId }) => smsCarrierId === profile.smsCarrierId)
    ? String(profile.smsCarrierId)
    : '',
})

export const wantsTexts = (types: readonly number[], all: readonly NotificationType[]): boolean =>
  all.some(({ notificationTypeId, textMessageFlg }) => textMessageFlg && types.includes(notificationTypeId))

/** What is sent; number and carrier only where text messages are wanted. */
export const notificationChange = (
  { types, agrees, mobilePhnNbr, smsCarrierId }: Notifications,
  all: readonly NotificationType[],
) => ({
  notificationTypes: types.map((notificationTypeId) => ({
    notificationTypeId,
    notificationTypeNm: undefined,
    textMessageFlg: undefined,
  })),
  ...(wantsTexts(types, all) && {
    agreedToTextsFlg: agrees,
    mobilePhnNbr: bareDigits(mobilePhnNbr.trim()),
    smsCarrierId: smsCarrierId === '' ? null : Number(smsCarrierId),
  }),
})
