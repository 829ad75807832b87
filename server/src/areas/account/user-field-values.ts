import { normalizeText } from '@portico/contract/account/account-rules.ts'
import { keepingPhones, type PhoneNumbers, sentPhone } from '@portico/contract/phones/phone-numbers.ts'
import type { NamedUserField, UserFieldValues, WireFieldValues } from '@portico/contract/users/user-fields.ts'

/** Fields as they are sent: absent stays, null clears (decision A10). */
export type SentFields = { readonly [Wire in keyof WireFieldValues]?: WireFieldValues[Wire] | null | undefined }

const textOfKind = {
  text: normalizeText,
  email: (text: string) => text.trim(),
  phone: (text: string, phones: PhoneNumbers) => sentPhone(phones, text),
}

/** The telephones of a user, as far as they are read. */
type OwnPhones = Partial<Pick<UserFieldValues, 'workPhone' | 'homePhone' | 'mobilePhone' | 'fax'>>

/** How the telephones of a user are taken: numbers that they have already stay as they are stored. */
export const phonesFor = (phones: PhoneNumbers, user: OwnPhones): PhoneNumbers =>
  keepingPhones(phones, [user.workPhone, user.homePhone, user.mobilePhone, user.fax])

/**
 * A field after a save: what was sent, in the form in which it is stored, or what was stored. What is no telephone stays
 * as it was sent, for the rules to refuse.
 */
export function fieldAfter(
  { name, wire, kind, isRequired }: NamedUserField,
  before: Partial<UserFieldValues>,
  { sent, phones }: { sent: SentFields; phones: PhoneNumbers },
) {
  const value = sent[wire]
  if (value === undefined) return before[name] ?? null
  if (kind === 'id' || kind === 'flag') return value
  return textOfKind[kind](String(value ?? ''), phones) || (isRequired ? '' : null)
}
