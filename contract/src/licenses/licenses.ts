import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { languages } from '../texts/languages.ts'

const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const licenses = `${writes}/licenses`
const mayRead = admin('Database Maintenance', { staffOnly: true })
const mayChange = admin('Database Maintenance', { portalAdminOnly: true })
const OneLicense = z.strictObject({ uid: Id, licenseId: Id })

/** in-force: users accept it. replaced: a later version is in its place. ended: users of the client accept the default again. */
export const licenseStates = ['in-force', 'replaced', 'ended'] as const

const about = {
  licenseId: z.int(),
  /** Null: the default, for users of all clients that have none of their own. */
  clientId: z.nullable(z.int()),
  clientNm: z.nullable(z.string()),
  version: z.int(),
  stateCd: z.enum(licenseStates),
  createdDt: Instant,
  /** Null: the portal itself, or a user who no longer exists. */
  createdByNm: z.nullable(z.string()),
}

/** The newest version of the default, or of a client that has or had its own. */
export const License = z.object({
  ...about,
  titleTxt: z.string(),
  /** The languages in which it is kept; the first one is for readers of all others. None: not said. */
  languageList: z.array(z.enum(languages)),
})
export type License = z.output<typeof License>

export const licenseList = listQuery({
  columns: ['clientNm', 'createdDt'],
  filters: {
    /** Part of the name of the client. */
    nm: text(100),
  },
  defaultSort: { column: 'clientNm', direction: 'asc' },
})

export const listLicenses = endpoint({
  name: 'listLicenses',
  method: 'GET',
  path: licenses,
  guard: mayRead,
  params: OwnUid,
  query: licenseList.query,
  data: z.array(License),
})

/** One version of a license with its texts, and the versions beside it. */
export const LicenseVersion = z.object({
  ...about,
  texts: z.array(
    z.object({
      /** Null: not said. */
      languageCd: z.nullable(z.enum(languages)),
      titleTxt: z.string(),
      contentTxt: z.string(),
    }),
  ),
  endedDt: z.nullable(Instant),
  endedByNm: z.nullable(z.string()),
  /** Users who accepted before this time accept again at their next sign-in. Null: nobody does, or it is too late to withdraw. */
  askedDt: z.nullable(Instant),
  versionCnt: z.int(),
  /** The newest 100 versions of the same license, the newest first. */
  versions: z.array(
    z.object({
      licenseId: z.int(),
      version: z.int(),
      stateCd: z.enum(licenseStates),
      titleTxt: z.string(),
      createdDt: Instant,
      createdByNm: z.nullable(z.string()),
      /** Y: users who had accepted an earlier version were asked again. */
      asksAgainFlg: YesNo,
      /** Y: they were, until that was withdrawn. */
      askWithdrawnFlg: YesNo,
    }),
  ),
})
export type LicenseVersion = z.output<typeof LicenseVersion>

export const getLicenseVersion = endpoint({
  name: 'getLicenseVersion',
  method: 'GET',
  path: `${licenses}/{licenseId}`,
  guard: mayRead,
  params: OneLicense,
  data: LicenseVersion,
})

export const getLicenseOptions = endpoint({
  name: 'getLicenseOptions',
  method: 'GET',
  path: `${writes}/license-options`,
  guard: mayRead,
  params: OwnUid,
  data: z.object({ mayChangeFlg: YesNo }),
})

export const countLicenseUsers = endpoint({
  name: 'countLicenseUsers',
  method: 'GET',
  path: `${writes}/license-users`,
  guard: mayRead,
  params: OwnUid,
  /** Without a client those of all clients that have no license of their own. */
  query: z.strictObject({ clientId: z.optional(Id) }),
  data: z.object({
    /** External users with an active account who have accepted a license. */
    acceptedCnt: z.int(),
    /** Of these, who are asked again by what can be withdrawn, and have not accepted since. */
    askedCnt: z.int(),
  }),
})

// Above the limits, so that the field's own rule refuses a longer text with its own message.
const Text = z.strictObject({ languageCd: z.enum(languages), titleTxt: text(1000), contentTxt: text(100_000) })

export const addLicenseVersion = endpoint({
  name: 'addLicenseVersion',
  method: 'POST',
  path: licenses,
  guard: mayChange,
  params: OwnUid,
  body: z.strictObject({
    /** Null: the default. */
    clientId: z.nullable(Id),
    /** The version in force that the caller has read; null: the client has none of its own. With another one the call is refused. */
    replacesId: z.optional(z.nullable(Id)),
    /** The ended version that it follows: refused where that is not the newest one any more. */
    followsId: z.optional(Id),
    /** The language for readers of all others; one of those in `texts`. */
    languageCd: z.enum(languages),
    texts: z.array(Text).check(z.minLength(1), z.maxLength(10)),
    /** Y: users who have accepted an earlier version, or the default before this one, accept again at their next sign-in. */
    asksAgainFlg: YesNo,
  }),
  data: z.object({ licenseId: z.int() }),
})

export const endClientLicense = endpoint({
  name: 'endClientLicense',
  method: 'POST',
  path: `${licenses}/{licenseId}/end`,
  guard: mayChange,
  params: OneLicense,
  body: z.strictObject({
    /** Y: users who have accepted it accept the default at their next sign-in. */
    asksAgainFlg: YesNo,
  }),
})

export const withdrawLicenseAsk = endpoint({
  name: 'withdrawLicenseAsk',
  method: 'POST',
  path: `${licenses}/{licenseId}/withdraw-ask`,
  guard: mayChange,
  params: OneLicense,
})

export const summaries = {
  listLicenses: 'The default license and those of clients that have or had their own, 15 a page',
  getLicenseVersion: 'One version of a license, with its texts and the versions beside it',
  getLicenseOptions: 'What the administrator may do with licenses',
  countLicenseUsers:
    'How many active external users have accepted the license of a client, or else the default, and how many of them are asked again',
  addLicenseVersion:
    'Write a new version of the default license, or of that of one client. Earlier versions stay readable; users who have accepted one are asked again only if the call says so',
  endClientLicense: 'End the license of a client: the default holds for its users again',
  withdrawLicenseAsk:
    'Withdraw the latest question to accept a license again: users who accepted before it are not asked any longer',
}
