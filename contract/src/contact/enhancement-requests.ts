import * as z from 'zod/mini'
import { RequestState } from './contact.ts'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')

export const enhancementRequestList = listQuery({
  columns: ['createdDt', 'lastNm', 'sectionNm'],
  filters: {
    /** Part of the sender's name, user ID or email, or the number of the request. */
    nm: text(100),
    /** 'open': neither done nor declined. */
    stateCd: z.enum(['open', ...RequestState.options]),
    employerId: Id,
  },
  defaultSort: { column: 'createdDt', direction: 'desc' },
})

/** An enhancement request as administrators see it. */
export const EnhancementRequest = z.object({
  requestNo: z.int(),
  userId: z.int(),
  firstNm: z.string(),
  lastNm: z.string(),
  employerId: z.int(),
  employerNm: z.string(),
  sectionNm: z.string(),
  comment: z.string(),
  contactMeFlag: YesNo,
  /** Null: the sender does not want to be contacted. */
  emailAddress: z.nullable(z.string()),
  workPhone: z.nullable(z.string()),
  requestState: RequestState,
  /** May be empty. */
  answerTxt: z.string(),
  createdDt: Instant,
  version: z.int(),
})
export type EnhancementRequest = z.output<typeof EnhancementRequest>

export const listEnhancementRequests = endpoint({
  name: 'listEnhancementRequests',
  method: 'GET',
  path: `${userAdmin}/enhancement-requests`,
  guard,
  params: OwnUid,
  query: enhancementRequestList.query,
  data: z.array(EnhancementRequest),
})

export const changeEnhancementRequest = endpoint({
  name: 'changeEnhancementRequest',
  method: 'PUT',
  path: `${userAdmin}/enhancement-requests/{enhancementRequestId}`,
  guard: admin('User Administration', { staffOnly: true }),
  params: z.strictObject({ uid: Id, enhancementRequestId: Id }),
  body: z.strictObject({
    requestState: RequestState,
    // Longer than the limit, so that the field's own rule refuses a longer text with its own message.
    answerTxt: z.optional(text(20_000)),
    /** The version that the caller knows; 409 when there is a newer one. */
    version: z.optional(Id),
  }),
})

export const summaries = {
  listEnhancementRequests: 'The enhancement requests of the users whom the administrator may see, the latest first',
  changeEnhancementRequest:
    'State what becomes of an enhancement request, with an answer to its sender, who is emailed',
}
