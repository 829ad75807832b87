import * as z from 'zod/mini'
import { Id, OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'

/** So many of the addresses that a user visited last are kept. */
export const RECENT_VISITS_MAX = 20
/** Maximum characters of a visited address. */
export const VISITED_ADDRESS_MAX = 200

const path = '/ccservices/secure/user/rest/preferences/cpusers/{uid}/recent-visits'

export const getRecentVisits = endpoint({
  name: 'getRecentVisits',
  method: 'GET',
  path,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id }),
  data: z.array(z.string()),
})

export const noteRecentVisit = endpoint({
  name: 'noteRecentVisit',
  method: 'POST',
  path,
  guard: signedIn({ emulation: 'refuse' }),
  params: OwnUid,
  body: z.strictObject({
    /** A path of words and ids: neither what was searched for nor a name has a place in it. */
    addressTxt: z.string().check(z.maxLength(VISITED_ADDRESS_MAX), z.regex(/^(?:\/[A-Za-z0-9-]+)+$/)),
  }),
})

export const summaries = {
  getRecentVisits: 'The addresses of the administration that the user visited last, the newest first; they name nobody',
  noteRecentVisit: `Note that the user visited an address of the administration; the last ${RECENT_VISITS_MAX} are kept`,
}
