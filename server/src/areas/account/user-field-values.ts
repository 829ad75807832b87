import { normalizeText } from '@portico/contract/account/account-rules.ts'
import { keepingPhones, type PhoneNumbers, sentPhone } from '@portico/contract/phones/phone-numbers.ts'
import {
  isPhoneField,
  type NamedUserField,
  type UserFieldValues,
  type WireFieldValues,
} from '@portico/contract/users/user-fields.ts'

/** Fields as they are sent: absent stays, null clears (decision A10). */
export type SentFields = { readonly [Wire in keyof WireFieldValues]?: WireFieldValues[Wire] | null | undefined }

/** The telephones of a user, as far as they are read. */
type OwnPhones = Partial<Pick<UserFieldValues, 'workPhone' | 'homePhone' | 'mobilePhone' | 'fax'>>

/** How the telephones of a user are taken: a number that they have already stays as it is stored. */
export const phonesFor = (phones: PhoneNumbers, user: OwnPhones): PhoneNumbers =>
  keepingPhones(phones, {
    workPhone: user.workPhone,
    homePhone: user.homePhone,
    mobilePhnNbr: user.mobilePhone,
    faxNum: user.fax,
  })

/**
 * A field after a save: what was sent, in the form in which it is stored, or what was stored. What is no telephone stays
 * as it was sent, for the rules to refuse.
 */
export function fieldAfter(
  field: NamedUserField,
  before: Partial<UserFieldValues>,
  { sent, phones }: { sent: SentFields; phones: PhoneNumbers },
) {
  const { name, wire, kind, isRequired } = field
  const value = sent[wire]
  if (value === undefined) return before[name] ?? null
  if (kind === 'id' || kind === 'flag') return value
  const text = String(value ?? '')
  if (isPhoneField(field)) return sentPhone(phones, text, field.wire) || null
  return (kind === 'email' ? text.trim() : normalizeText(text)) || (isRequired ? '' : null)
}
