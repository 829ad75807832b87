import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { NEW_USER_SETS_MAX } from '../permission-sets/permission-set-limits.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { UserProfileBody } from './user-details.ts'
import { userAdmin } from './users.ts'

const guard = admin('User Administration')
/** Open to service accounts, too. */
const writeGuard = admin('User Administration', { scope: 'users:write' })

export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: `${userAdmin}/create-user-service`,
  guard: writeGuard,
  params: OwnUid,
  body: z.extend(UserProfileBody, {
    /** Permission sets that the user gets, by the rules for giving them to any user. */
    setIds: z.optional(z.array(Id).check(z.maxLength(NEW_USER_SETS_MAX))),
    /** When these sets end by themselves; null or omitted: no planned end. */
    setEndDt: z.optional(z.nullable(Instant)),
  }),
  codes: {
    '401': { message: 'Permissions of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
  },
  data: z.object({ userId: z.int(), userNm: z.string() }),
})

export const checkEmailAddress = endpoint({
  name: 'checkEmailAddress',
  method: 'POST',
  path: `${userAdmin}/checkEmailAddress`,
  guard,
  params: OwnUid,
  /** `userId`: the user whose address it is to be, who does not count. */
  body: z.union([z.strictObject({ emailAddress: text(1000), userId: z.optional(z.nullable(Id)) }), text(1000)]),
  codes: { '204': 'No other user has the address' },
})

export const proposeUser = endpoint({
  name: 'proposeUser',
  method: 'POST',
  path: `${userAdmin}/propose-user`,
  guard,
  params: OwnUid,
  body: z.strictObject({ firstNm: text(1000), lastNm: text(1000), emailAddress: text(1000) }),
  data: z.object({ userNm: z.string(), internalUserFlg: YesNo }),
})

export const listEmployersByDomain = endpoint({
  name: 'listEmployersByDomain',
  method: 'GET',
  path: '/ccservices/secure/admin/rest/db/auth/cpusers/{uid}/clients-by-domain',
  guard,
  params: OwnUid,
  query: z.strictObject({ domain: z.optional(text(253)) }),
  data: z.array(z.object({ clientId: z.int(), clientNm: z.string(), internationalPhonesFlg: YesNo })),
})

export const summaries = {
  createUser:
    'Create a user with details, permissions and customers; the portal emails a temporary password, which the first sign-in replaces (decision E18)',
  checkEmailAddress: 'Whether another user has this email address; a warning that forbids nothing (decision E12)',
  proposeUser:
    'A free user name for a person, and for internal administrators whether their email domain is one of the company’s own (UADM-122, UADM-123)',
  listEmployersByDomain:
    'The employers that use an email domain; administrators of an employer are only offered their own, whatever the domain',
}
