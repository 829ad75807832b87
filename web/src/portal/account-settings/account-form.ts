import type { NotificationType, Profile } from '@portico/contract/account/account.ts'
import { keepingPhones, type PhoneNumbers, sentPhone } from '@portico/contract/phones/phone-numbers.ts'
import {
  type RuleIssue,
  normalizeText,
  type UserInfo,
  userInfoIssues,
} from '@portico/contract/account/account-rules.ts'

/** How the user's own telephones are taken: those that they have stay as they are stored. */
export const ownPhonesOf = (phones: PhoneNumbers, { workPhone, mobilePhnNbr }: Profile): PhoneNumbers =>
  keepingPhones(phones, { workPhone, mobilePhnNbr })

export const userInfoOf = (profile: Profile, phones: PhoneNumbers): UserInfo => ({
  firstNm: profile.firstNm,
  midInitial: profile.midInitial ?? '',
  lastNm: profile.lastNm,
  emailAddress: profile.emailAddress ?? '',
  workPhone: phones.show(profile.workPhone ?? ''),
})

const orNull = (text: string) => (text === '' ? null : text)

/** The request body; fields that the user's company manages are omitted. */
export function userInfoChange(
  info: UserInfo,
  { readOnly, phones }: { readOnly: readonly string[]; phones: PhoneNumbers },
): Partial<Record<keyof UserInfo, string | null>> {
  const sent = {
    firstNm: normalizeText(info.firstNm),
    midInitial: orNull(normalizeText(info.midInitial)),
    lastNm: normalizeText(info.lastNm),
    emailAddress: info.emailAddress.trim(),
    workPhone: orNull(sentPhone(phones, info.workPhone, 'workPhone')),
  }
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !readOnly.includes(name)))
}

/** Skips the rules of fields that the company manages, because the user cannot change them. */
export const ownIssues = (info: UserInfo, { readOnlyFields }: Profile, phones: PhoneNumbers): RuleIssue[] =>
  userInfoIssues(info, phones).filter(({ field }) => !readOnlyFields.includes(field))

export const changesEmail = (info: UserInfo, profile: Profile): boolean =>
  !profile.readOnlyFields.includes('emailAddress') && info.emailAddress.trim() !== (profile.emailAddress ?? '')

/** The notification settings as form values. */
export type Notifications = {
  types: readonly number[]
  agreedToTextsFlg: boolean
  mobilePhnNbr: string
  smsCarrierId: string
}

/** A carrier that is no longer offered must be chosen again. */
export const notificationsOf = (
  profile: Profile,
  own: readonly NotificationType[],
  { carriers, phones }: { carriers: readonly { smsCarrierId: number }[]; phones: PhoneNumbers },
): Notifications => ({
  types: own.map(({ notificationTypeId }) => notificationTypeId),
  agreedToTextsFlg: profile.agreedToTextsFlg,
  mobilePhnNbr: phones.show(profile.mobilePhnNbr ?? ''),
  smsCarrierId: carriers.some(({ smsCarrierId }) => smsCarrierId === profile.smsCarrierId)
    ? String(profile.smsCarrierId)
    : '',
})

export const wantsSms = (types: readonly number[], all: readonly NotificationType[]): boolean =>
  all.some(({ notificationTypeId, textMessageFlg }) => textMessageFlg && types.includes(notificationTypeId))

/** A setting by name where the form holds ids; undefined for others. */
export function notificationInWords(
  field: string,
  value: unknown,
  all: readonly NotificationType[],
  carriers: readonly { smsCarrierId: number; smsCarrierNm: string }[],
): string | undefined {
  if (field === 'smsCarrierId') return carriers.find(({ smsCarrierId }) => String(smsCarrierId) === value)?.smsCarrierNm
  if (field !== 'types' || !Array.isArray(value) || value.length === 0) return undefined
  const names = all.filter(({ notificationTypeId }) => value.includes(notificationTypeId))
  return names.map(({ notificationTypeNm }) => notificationTypeNm).join(', ')
}

/** The request body; number and carrier only with text messages. */
export const notificationChange = (
  { types, agreedToTextsFlg, mobilePhnNbr, smsCarrierId }: Notifications,
  { all, phones }: { all: readonly NotificationType[]; phones: PhoneNumbers },
) => ({
  notificationTypes: types.map((notificationTypeId) => ({
    notificationTypeId,
    notificationTypeNm: undefined,
    textMessageFlg: undefined,
  })),
  ...(wantsSms(types, all) && {
    agreedToTextsFlg,
    mobilePhnNbr: sentPhone(phones, mobilePhnNbr, 'mobilePhnNbr'),
    smsCarrierId: smsCarrierId === '' ? null : Number(smsCarrierId),
  }),
})
