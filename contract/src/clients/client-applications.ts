import * as z from 'zod/mini'
import { Id, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { userAdmin } from '../users/users.ts'

/** So many active users of a client are counted, in the order in which they were added. */
export const CLIENT_USERS_COUNTED = 10_000

export const clientApplicationList = listQuery({
  columns: ['pageNm', 'systemNm', 'userCnt'],
  filters: {
    /** Part of the name of the application, or of its system. */
    nm: text(100),
  },
  defaultSort: { column: 'userCnt', direction: 'desc' },
})

/** An application that users of a client have. */
export const ClientApplication = z.object({
  pageId: z.int(),
  pageNm: z.string(),
  systemId: z.int(),
  systemNm: z.string(),
  /** The tile that leads to it; null: none does. */
  sectionId: z.nullable(z.int()),
  dispFlg: YesNo,
  linkEnabledFlg: YesNo,
  /** 'N': the permission for its system is enough. */
  pageAssignableFlg: YesNo,
  /** Counted users who have a permission for it now, whether they see it or not. */
  userCnt: z.int(),
})
export type ClientApplication = z.output<typeof ClientApplication>

export const listClientApplications = endpoint({
  name: 'listClientApplications',
  method: 'GET',
  path: `${userAdmin}/clients/{clientId}/applications`,
  guard: admin('User Administration'),
  params: z.strictObject({ uid: Id, clientId: Id }),
  query: clientApplicationList.query,
  data: z.array(ClientApplication),
})

export const summaries = {
  listClientApplications: `The applications for which active users of a client have a permission, and how many have one of the first ${CLIENT_USERS_COUNTED} users`,
}
