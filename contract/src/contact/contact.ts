import * as z from 'zod/mini'
import { Id, Ignored, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'

const auth = '/ccservices/secure/user/rest/db/auth'

/** Maximum characters of an enhancement request. */
export const COMMENT_MAX_LENGTH = 2000

/** A staff member who represents a client. */
export const Representative = z.object({
  contactId: z.int(),
  firstNm: z.string(),
  lastNm: z.string(),
  roleTxt: z.string(),
  emailAddress: z.string(),
  workPhone: z.nullable(z.string()),
})
export type Representative = z.output<typeof Representative>

export const listContacts = endpoint({
  name: 'listContacts',
  method: 'GET',
  path: `${auth}/users/{uid}/contacts`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(Representative),
})

export const listEnhanceSections = endpoint({
  name: 'listEnhanceSections',
  method: 'GET',
  path: `${auth}/cpusers/{uid}/allowed-enhance-sections`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(z.object({ sectionId: z.int(), sectionNm: z.string() })),
})

export const sendEnhanceReq = endpoint({
  name: 'sendEnhanceReq',
  method: 'POST',
  path: `${auth}/cpusers/{uid}/sections/{sectionId}/send-enhance-req`,
  guard: signedIn(),
  params: z.strictObject({ uid: Id, sectionId: Id }),
  body: z.strictObject({
    // Above the limit, so that the field's own rule refuses a longer text with its own message.
    comment: text(20_000),
    contactMeFlag: z.optional(YesNo),
    sectionId: z.optional(Ignored),
  }),
  data: z.object({ requestNo: z.int() }),
})

export const RequestState = z.enum(['received', 'in-review', 'planned', 'done', 'declined'])
export type RequestState = z.output<typeof RequestState>

export const listEnhanceReqs = endpoint({
  name: 'listEnhanceReqs',
  method: 'GET',
  path: `${auth}/cpusers/{uid}/enhance-reqs`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(
    z.object({
      requestNo: z.int(),
      sectionNm: z.string(),
      comment: z.string(),
      contactMeFlag: YesNo,
      requestState: RequestState,
      /** What an administrator answered; may be empty. */
      answerTxt: z.string(),
      createdDt: Instant,
    }),
  ),
})
export type EnhanceReq = z.output<typeof listEnhanceReqs.data>[number]

export const summaries = {
  listContacts: 'The client-services representatives of the user’s employer; none for internal staff',
  listEnhanceSections: 'The tiles about which the user may send enhancement requests',
  sendEnhanceReq: 'Send an enhancement request to the people responsible for the tile; at most ten an hour',
  listEnhanceReqs: 'The user’s latest enhancement requests with their state and the answers',
}
