import * as z from 'zod/mini'
import { clientAdmin } from '../branding/client-branding.ts'
import { OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'

export const addClient = endpoint({
  name: 'addClient',
  method: 'POST',
  path: `${clientAdmin}/clients`,
  guard: admin('Client Settings', { staffOnly: true }),
  params: OwnUid,
  body: z.strictObject({
    // Above the limits, so that the rules of the fields refuse longer texts with their own messages.
    clientNm: text(1000),
    /** Opens the client's own sign-in page, `/login?client=CODE`. */
    clientCd: z.optional(z.nullable(text(1000))),
  }),
  data: z.object({ clientId: z.int(), clientNm: z.string(), clientCd: z.nullable(z.string()) }),
})

export const summaries = {
  addClient: 'Add a client: an organization whose users sign in to the portal',
}
