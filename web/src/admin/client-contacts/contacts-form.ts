import * as z from 'zod/mini'
import { CONTACT_ROLE_MAX, type ContactList, type SaveContacts } from '@portico/contract/client-contacts.ts'
import { fullName } from '@portico/contract/full-name.ts'
import { optionalText } from '../../patterns/field-schemas.ts'

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

/** A contact in one line, for the review of changes. */
export const contactInWords = ({ name, role }: ContactFields): string =>
  role.trim() === '' ? name : `${name} (${role.trim()})`
