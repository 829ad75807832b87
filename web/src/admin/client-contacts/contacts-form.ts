import * as z from 'zod/mini'
import { CONTACT_ROLE_MAX, type ContactList, type SaveContacts } from '@portico/contract/clients/client-contacts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { optionalText } from '../../patterns/field-schemas.ts'
import { commonKeys, mergeOrderedRows } from '../../patterns/merge-rows.ts'
import { isSame } from '../../patterns/form-state.ts'

const Contact = z.object({
  userId: z.int(),
  name: z.string(),
  userName: z.string(),
  role: optionalText(CONTACT_ROLE_MAX),
  isActive: z.boolean(),
})
export type ContactFields = z.input<typeof Contact>

export const contactsForm = z.object({ contacts: z.array(Contact) })

export const contactFields = ({ contacts }: ContactList): { contacts: ContactFields[] } => ({
  contacts: contacts.map((one) => ({
    userId: one.userId,
    name: fullName(one),
    userName: one.userNm,
    role: one.roleTxt,
    isActive: one.activeFlg,
  })),
})

export const contactsChange = (contacts: readonly ContactFields[], versionTxt: string): SaveContacts => ({
  contacts: contacts.map(({ userId, role }) => ({ userId, roleTxt: role })),
  versionTxt,
})

/** The list with one contact a place further up (-1) or down (1). */
export function movedContacts(contacts: readonly ContactFields[], from: number, by: -1 | 1): ContactFields[] {
  const next = [...contacts]
  const [moved] = next.splice(from, 1)
  if (moved) next.splice(from + by, 0, moved)
  return next
}

const keyOf = ({ userId }: ContactFields) => userId
type Fields = { contacts: ContactFields[] }

/** What the user changed, added, removed or moved since `before`, on top of what others have saved. */
export const mergeContacts = (values: Fields, before: Fields, loaded: Fields): Fields => ({
  contacts: mergeOrderedRows(values.contacts, before.contacts, loaded.contacts, keyOf),
})

/**
 * Each contact by name with its role, and the order of all, for a comparison with the `current` ones. Contacts that
 * only one side has do not make the order another one.
 */
export function contactsInWords(
  contacts: readonly ContactFields[],
  current: readonly ContactFields[],
  words: { order: string; noRole: string },
): Record<string, string> {
  const isSameOrder = isSame(commonKeys(contacts, current, keyOf), commonKeys(current, contacts, keyOf))
  return {
    ...Object.fromEntries(
      contacts.map(({ name, userName, role }) => [`${name} (${userName})`, role.trim() || words.noRole]),
    ),
    [words.order]: (isSameOrder ? current : contacts).map(({ name }) => name).join(', '),
  }
}

/** A contact in one line, for the review of changes. */
export const contactInWords = ({ name, role }: ContactFields): string =>
  role.trim() === '' ? name : `${name} (${role.trim()})`
