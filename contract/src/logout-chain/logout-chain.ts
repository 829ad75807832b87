import * as z from 'zod/mini'
import { Id, OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { gates, signedIn } from '../kit/guard.ts'

const area = '/ccservices/secure/user/rest/db/signin'
const guard = signedIn({ alsoAt: gates, emulation: 'always', whileClosing: true })

/** An application that was opened in this session. */
export const ActiveApp = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  /** What the application names when it sends the browser back: /logout?app=…; null: it has no code. */
  systemCd: z.nullable(z.string()),
  /** Where the browser signs out of the application; null: nowhere, or not at an address registered for it. */
  browserLogoutUrl: z.nullable(z.string()),
})
export type ActiveApp = z.output<typeof ActiveApp>

export const listActiveApps = endpoint({
  name: 'listActiveApps',
  method: 'GET',
  path: `${area}/cpusers/{uid}/active-apps`,
  guard,
  params: OwnUid,
  data: z.array(ActiveApp),
})

export const listActiveAppsOfBoth = endpoint({
  name: 'listActiveAppsOfBoth',
  method: 'GET',
  path: `${area}/admin-users/{adminId}/cpusers/{uid}/active-apps`,
  guard,
  params: z.strictObject({ adminId: Id, uid: Id }),
  // In an emulation the administrator's; otherwise there is no second session, and the id is the user's own.
  actingIds: ['adminId'],
  ownIds: ['uid'],
  data: z.array(ActiveApp),
})

/**
 * What became of an application. waiting: nothing yet. done: it came back, or confirmed the logout token. no-answer:
 * neither in time. skipped: the user went on. not-supported: it has no way to sign out.
 */
export const logoutOutcomes = ['waiting', 'done', 'no-answer', 'skipped', 'not-supported'] as const
export type LogoutOutcome = (typeof logoutOutcomes)[number]

export const LogoutStep = z.extend(ActiveApp, { outcome: z.enum(logoutOutcomes) })
export type LogoutStep = z.output<typeof LogoutStep>

export const LogoutChain = z.object({
  /** Seconds until the server ends the session in any case. */
  secondsLeft: z.int(),
  steps: z.array(LogoutStep),
})
export type LogoutChain = z.output<typeof LogoutChain>

/** E: only the emulated user signs out, and not the administrator. */
export const LogoutMode = z.optional(z.literal('E'))

export const beginLogoutChain = endpoint({
  name: 'beginLogoutChain',
  method: 'POST',
  path: `${area}/cpusers/{uid}/logout-chain`,
  guard,
  params: OwnUid,
  body: z.strictObject({ logoutMode: LogoutMode }),
  data: LogoutChain,
})

export const readLogoutChain = endpoint({
  name: 'readLogoutChain',
  method: 'GET',
  path: `${area}/cpusers/{uid}/logout-chain`,
  guard,
  params: OwnUid,
  data: LogoutChain,
})

export const noteLogoutStep = endpoint({
  name: 'noteLogoutStep',
  method: 'PUT',
  path: `${area}/cpusers/{uid}/logout-chain/systems/{systemId}`,
  guard,
  params: z.strictObject({ uid: Id, systemId: Id }),
  body: z.strictObject({ outcome: z.enum(['done', 'no-answer', 'skipped']) }),
  data: LogoutChain,
})

export const summaries = {
  listActiveApps: 'Applications opened in this session, in the order in which they were opened',
  listActiveAppsOfBoth: 'Applications opened in an emulation and in the session of its administrator',
  beginLogoutChain:
    'Begin to sign out of all applications: only the calls of this chain and the sign-out work from now on',
  readLogoutChain: 'What became of every application so far',
  noteLogoutStep: 'Note that an application sent the browser back, did not answer, or was skipped',
}
