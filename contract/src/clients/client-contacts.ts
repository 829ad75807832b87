import * as z from 'zod/mini'
import { clientAdmin } from '../branding/client-branding.ts'
import { Id, Offset, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'

/** Only staff choose which of their colleagues a client sees (decision N-1). */
const guard = admin('Client Settings', { staffOnly: true })
const OneClient = z.strictObject({ uid: Id, clientId: Id })

/** Most contacts of a client. */
export const CONTACTS_MAX = 20
/** Maximum characters of a contact's role. */
export const CONTACT_ROLE_MAX = 100
/** Staff members of one answer. */
export const CONTACT_CANDIDATES = 100

/** A staff member who represents a client. */
const ClientContact = z.object({
  userId: z.int(),
  firstNm: z.string(),
  lastNm: z.string(),
  userNm: z.string(),
  emailAddress: z.string(),
  roleTxt: z.string(),
  /** 'N': the account is not active any more, and users do not see the contact. */
  activeFlg: YesNo,
})
export type ClientContact = z.output<typeof ClientContact>

/** The contacts in the order in which users see them. */
const ContactList = z.object({
  contacts: z.array(ClientContact),
  /** Changes with every change of the list. */
  versionTxt: z.string(),
})
export type ContactList = z.output<typeof ContactList>

const SaveContacts = z.strictObject({
  contacts: z
    .array(
      z.strictObject({
        userId: Id,
        // Above the limit, so that the field's own rule refuses a longer text with its own message.
        roleTxt: z.optional(text(1000)),
      }),
    )
    .check(z.maxLength(1000)),
  /** The list that the form shows: '409' when there is another one. */
  versionTxt: z.optional(text(100)),
})
export type SaveContacts = z.output<typeof SaveContacts>

export const listClientContacts = endpoint({
  name: 'listClientContacts',
  method: 'GET',
  path: `${clientAdmin}/clients/{clientId}/contacts`,
  guard,
  params: OneClient,
  data: ContactList,
})

export const saveClientContacts = endpoint({
  name: 'saveClientContacts',
  method: 'PUT',
  path: `${clientAdmin}/clients/{clientId}/contacts`,
  guard,
  params: OneClient,
  body: SaveContacts,
  data: ContactList,
})

export const listDefaultContacts = endpoint({
  name: 'listDefaultContacts',
  method: 'GET',
  path: `${clientAdmin}/default-contacts`,
  guard,
  params: OwnUid,
  data: ContactList,
})

export const saveDefaultContacts = endpoint({
  name: 'saveDefaultContacts',
  method: 'PUT',
  path: `${clientAdmin}/default-contacts`,
  guard,
  params: OwnUid,
  body: SaveContacts,
  data: ContactList,
})

export const listContactCandidates = endpoint({
  name: 'listContactCandidates',
  method: 'GET',
  path: `${clientAdmin}/contact-candidates`,
  guard,
  params: OwnUid,
  query: z.strictObject({
    /** Part of the name, user ID or email. */
    keyword: z.optional(text(100)),
    offset: z.optional(Offset),
  }),
  data: z.array(z.object({ userId: z.int(), firstNm: z.string(), lastNm: z.string(), userNm: z.string() })),
})

export const summaries = {
  listClientContacts: 'The staff members who represent a client, in the order in which its users see them',
  saveClientContacts: 'Give a client these contacts and no others; without any, its users see the default contacts',
  listDefaultContacts: 'The staff members whom users of clients without active contacts of their own see',
  saveDefaultContacts: 'Make these the contacts of clients without active contacts of their own',
  listContactCandidates: `Active staff members who can represent a client, by name; ${CONTACT_CANDIDATES} from an offset`,
}
