import { normalizeText, stripHyphens } from '@portico/contract/account/account-rules.ts'
import type { NamedUserField, UserFieldValues, WireFieldValues } from '@portico/contract/users/user-fields.ts'

/** Fields as they are sent: absent stays, null clears (decision A10). */
export type SentFields = { readonly [Wire in keyof WireFieldValues]?: WireFieldValues[Wire] | null | undefined }

const textOfKind = {
  text: normalizeText,
  email: (text: string) => text.trim(),
  phone: (text: string) => stripHyphens(text.trim()),
}

/** A field after a save: what was sent, in the form in which it is stored, or what was stored. */
export function fieldAfter(
  { name, wire, kind, isRequired }: NamedUserField,
  before: Partial<UserFieldValues>,
  sent: SentFields,
) {
  const value = sent[wire]
  if (value === undefined) return before[name] ?? null
  if (kind === 'id' || kind === 'flag') return value
  return textOfKind[kind](String(value ?? '')) || (isRequired ? '' : null)
}
