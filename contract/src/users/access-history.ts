import * as z from 'zod/mini'
import { Id, Instant, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { userAdmin } from './users.ts'

export const grantKinds = ['system', 'page', 'facility', 'customer'] as const
export const grantStates = ['current', 'ended'] as const

/** How access began: by a directory group, with the account, by a change of what was held, for a request, for several users at once, by hand. */
export const grantBeginnings = ['group', 'set', 'created', 'changed', 'request', 'act', 'portal', 'hand'] as const
/** How access ended: by a change of what is held, on its date, in a review, for several users at once, by hand. */
export const grantEndings = ['changed', 'date', 'review', 'act', 'portal', 'hand'] as const

/** Access that a user has or had, from one change to the next. */
export const PastGrant = z.object({
  /** Unique among all kinds. */
  grantId: z.int(),
  kindCd: z.enum(grantKinds),
  /** Of the application, page, facility or customer. */
  nameTxt: z.string(),
  /** The application of a page, the facility of a customer. */
  ofNm: z.nullable(z.string()),
  adminFlg: YesNo,
  sensitiveDataAccessFlg: YesNo,
  /** A facility with all of its customers. */
  allCustomersFlg: YesNo,
  beginDt: Instant,
  /** When it ended, or will end by itself; null: it has no planned end. */
  endDt: z.nullable(Instant),
  currentFlg: YesNo,
  /** Null: the portal itself, or nobody whom the reader may see. */
  givenByNm: z.nullable(z.string()),
  endedByNm: z.nullable(z.string()),
  beginningCd: z.enum(grantBeginnings),
  /** Null: it has not ended. */
  endingCd: z.nullable(z.enum(grantEndings)),
})
export type PastGrant = z.output<typeof PastGrant>

export const accessHistoryList = listQuery({
  columns: ['beginDt', 'endDt'],
  filters: { kindCd: z.enum(grantKinds), stateCd: z.enum(grantStates) },
  defaultSort: { column: 'beginDt', direction: 'desc' },
})

export const listAccessHistory = endpoint({
  name: 'listAccessHistory',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/access-history`,
  guard: admin('User Administration'),
  params: z.strictObject({ uid: Id, userId: Id }),
  query: accessHistoryList.query,
  data: z.array(PastGrant),
})

export const summaries = {
  listAccessHistory:
    'What a user has and had: applications, pages, and the facilities and customers that the administrator may see',
}
