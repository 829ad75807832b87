import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats, listQuery } from '../kit/list.ts'
import { userAdmin } from './users.ts'

const guard = admin('User Administration')

export const deletedUserList = listQuery({
  columns: ['deletedDt', 'firstNm', 'lastNm', 'userNm'],
  filters: {
    /** Part of the user's name, user ID or email. */
    nm: text(100),
    employerId: Id,
    deletedFromDt: Instant,
    /** Exclusive. */
    deletedBeforeDt: Instant,
  },
  defaultSort: { column: 'deletedDt', direction: 'desc' },
})

/** A deleted user who can be restored. */
export const DeletedUser = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  emailAddress: z.string(),
  employerId: z.int(),
  employerNm: z.string(),
  deletedDt: Instant,
  /** Null: a command or a job deleted the user, or an administrator outside the reader's scope. */
  deletedByNm: z.nullable(z.string()),
  /** From when on the portal erases the user for good; null: never. */
  erasedFromDt: z.nullable(Instant),
  /** When somebody asked for the erasure; null: nobody did. */
  erasureRequestedDt: z.nullable(Instant),
  /** From when on the portal erases the user where nobody asks for it; null: never. */
  erasedByAgeDt: z.nullable(Instant),
})
export type DeletedUser = z.output<typeof DeletedUser>

export const listDeletedUsers = endpoint({
  name: 'listDeletedUsers',
  method: 'GET',
  path: `${userAdmin}/deleted-users`,
  guard,
  params: OwnUid,
  query: deletedUserList.query,
  data: z.array(DeletedUser),
})

export const exportDeletedUsers = endpoint({
  name: 'exportDeletedUsers',
  method: 'POST',
  path: `${userAdmin}/deleted-users/export`,
  kind: 'attachment',
  guard,
  params: OwnUid,
  body: z.strictObject({ ...deletedUserList.selection.shape, format: z.enum(exportFormats) }),
})

export const summaries = {
  listDeletedUsers: 'The deleted users that the administrator may see, with when and by whom they were deleted',
  exportDeletedUsers: 'All selected deleted users that the administrator may see, as a spreadsheet',
}
