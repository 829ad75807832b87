import * as z from 'zod/mini'
import { Id, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats, listQuery } from '../kit/list.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')
const people = `${userAdmin}/clients/{clientId}/directory/people`
const OneClient = z.strictObject({ uid: Id, clientId: Id })

/** The directory has never provided the user, has deleted them, or provides them without an external id. */
const personStates = ['not-provided', 'removed', 'no-external-id'] as const

/** What becomes of a deleted user stands elsewhere: the account is active or inactive here. */
const accountStates = ['active', 'inactive'] as const

export const directoryPersonList = listQuery({
  columns: ['firstNm', 'lastNm', 'userNm'],
  filters: {
    /** Part of the user's name, user ID or email. */
    nm: text(100),
    stateCd: z.enum(personStates),
    accountCd: z.enum(accountStates),
  },
  defaultSort: { column: 'lastNm', direction: 'asc' },
})

/** A user of a client whom its directory does not provide, or provides without an external id. */
export const DirectoryPerson = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  emailAddress: z.string(),
  stateCd: z.enum(personStates),
  accountCd: z.enum(accountStates),
})
export type DirectoryPerson = z.output<typeof DirectoryPerson>

export const listDirectoryPeople = endpoint({
  name: 'listDirectoryPeople',
  method: 'GET',
  path: people,
  guard,
  params: OneClient,
  query: directoryPersonList.query,
  data: z.array(DirectoryPerson),
})

export const exportDirectoryPeople = endpoint({
  name: 'exportDirectoryPeople',
  method: 'POST',
  path: `${people}/export`,
  kind: 'attachment',
  guard,
  params: OneClient,
  body: z.strictObject({ ...directoryPersonList.selection.shape, format: z.enum(exportFormats) }),
})

export const summaries = {
  listDirectoryPeople:
    'The users of a client whom its directory does not provide, or provides without an external id; deleted users are none of them',
  exportDirectoryPeople:
    'All selected users of a client whom its directory does not provide with an external id, as a spreadsheet',
}
