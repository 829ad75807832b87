import * as z from 'zod/mini'
import { Id, OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { userAdmin } from './users.ts'

const guard = admin('User Administration')

/** What a leaver has, and a hand-over ends or moves. */
export const HandOver = z.object({
  sessionCnt: z.int(),
  /** Applications, pages, facilities and customers that end. */
  grantCnt: z.int(),
  /** Those that stay, because the administrator may not end them (decision E4). */
  keptGrantCnt: z.int(),
  /** Permission sets that end. */
  setCnt: z.int(),
  /** Outside of the trash. */
  documentCnt: z.int(),
  documentBytes: z.int(),
  /** Users with whom the leaver shares documents. */
  sharedWithCnt: z.int(),
  /** Documents that others share with the leaver. */
  receivedCnt: z.int(),
  /** Why the administrator cannot close the account; null: they can. */
  refusedCd: z.nullable(z.enum(['stronger', 'last-portal-admin'])),
})
export type HandOver = z.output<typeof HandOver>

export const getHandOver = endpoint({
  name: 'getHandOver',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/hand-over`,
  guard,
  params: z.strictObject({ uid: Id, userId: Id }),
  data: HandOver,
})

export const handOverUser = endpoint({
  name: 'handOverUser',
  method: 'POST',
  path: `${userAdmin}/hand-over-service`,
  guard,
  params: OwnUid,
  body: z.strictObject({
    userId: Id,
    /** An active user of the same employer who gets the documents; null: they stay with the inactive account. */
    recipientId: z.nullable(Id),
  }),
  codes: {
    '401': { message: 'The account of an administrator needs a fresh sign-in (S52)', data: ReauthenticationNeeded },
  },
})

export const summaries = {
  getHandOver: 'What a user has that a hand-over ends or moves',
  handOverUser:
    'Close the account of a leaver, all or nothing: sessions, shares and the access that the administrator manages end, documents move, the user is inactive',
}
