import * as z from 'zod/mini'
import { Id, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import { LINK_ADDRESS_MAX, LINK_NAME_MAX } from './link-rules.ts'

const links = '/ccservices/secure/user/rest/userlink/cpusers/{uid}/links'

/** A link that the user saved; its shape is the portal's own (decision K1). */
export const UserLink = z.object({
  userLinkId: z.int(),
  linkNm: z.string(),
  linkUrlTxt: z.string(),
})
export type UserLink = z.output<typeof UserLink>

export const listLinks = endpoint({
  name: 'listLinks',
  method: 'GET',
  path: links,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(UserLink),
})

export const saveLink = endpoint({
  name: 'saveLink',
  method: 'POST',
  path: links,
  guard: signedIn(),
  params: OwnUid,
  body: z.strictObject({
    userLinkId: z.optional(z.nullable(Id)),
    // Above the limits, so that the field's own rule refuses a longer text with its own message.
    linkNm: text(LINK_NAME_MAX * 10),
    linkUrlTxt: text(LINK_ADDRESS_MAX * 10),
  }),
  data: UserLink,
})

export const deleteLink = endpoint({
  name: 'deleteLink',
  method: 'DELETE',
  path: `${links}/{userLinkId}`,
  guard: signedIn(),
  params: z.strictObject({ uid: Id, userLinkId: Id }),
})

export const summaries = {
  listLinks: 'The user’s own links by name',
  saveLink: 'Add a link or, with userLinkId, change it; only web addresses are allowed (decision K1)',
  deleteLink: 'Delete one of the user’s own links',
}
