import { listContacts } from '@portico/contract/contact/contact.ts'
import {
  listClientContacts,
  listContactCandidates,
  listDefaultContacts,
} from '@portico/contract/clients/client-contacts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { callPage } from '../../api/call.ts'
import { invalidate, query } from '../../api/query.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import type { ContactFields } from './contacts-form.ts'

export const clientContactsQuery = (uid: number, clientId: number) =>
  query(listClientContacts, { params: { uid, clientId } })
export const defaultContactsQuery = (uid: number) => query(listDefaultContacts, { params: { uid } })

export const reloadContacts = (): Promise<unknown> =>
  Promise.all([listClientContacts, listDefaultContacts, listContacts].map(invalidate))

/** Staff members to choose, with what a new row needs to know of them. */
export async function loadCandidates(uid: number, keyword: string, offset: number, signal: AbortSignal) {
  const { rows, total } = await callPage(listContactCandidates, { params: { uid }, query: { keyword, offset } }, signal)
  return {
    rows: rows.map((one): Option & { contact: ContactFields } => {
      const name = fullName(one)
      const contact = { userId: one.userId, name, userName: one.userNm, role: '', isActive: true }
      return { value: String(one.userId), label: `${name} (${one.userNm})`, contact }
    }),
    total,
  }
}
