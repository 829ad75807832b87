import * as z from 'zod/mini'
import { exactText, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'

const directory = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}/company-directory'
const guard = admin('Database Maintenance', { staffOnly: true })
/** Requires a fresh sign-in: a test can try a password. */
const freshGuard = admin('Database Maintenance', { staffOnly: true, freshSignIn: true })

/** The directory that signs its users on, as the portal’s settings have it; secrets are left out. */
const CompanyDirectory = z.object({
  kindCd: z.enum(['none', 'ldap', 'oidc', 'trusted-proxy']),
  /** The address of the directory, or those of the proxies. */
  addressTxt: z.nullable(z.string()),
  /** The attribute, claim or header that holds the user ID. */
  nameTxt: z.nullable(z.string()),
  /** Members of one of these may sign in; empty: everyone. */
  groups: z.array(z.string()),
  /** Fields of users that the directory decides, with its attributes or claims. */
  attributes: z.array(z.object({ fieldCd: z.string(), attributeNm: z.string() })),
})
export type CompanyDirectory = z.output<typeof CompanyDirectory>

export const getCompanyDirectory = endpoint({
  name: 'getCompanyDirectory',
  method: 'GET',
  path: directory,
  guard,
  params: OwnUid,
  data: CompanyDirectory,
})

export const startDirectoryTest = endpoint({
  name: 'startDirectoryTest',
  method: 'POST',
  path: `${directory}/sign-in-test`,
  guard,
  params: OwnUid,
  data: z.object({ signInTestId: z.int(), urlTxt: z.string() }),
})

export const testDirectoryPassword = endpoint({
  name: 'testDirectoryPassword',
  method: 'POST',
  path: `${directory}/password-test`,
  guard: freshGuard,
  params: OwnUid,
  body: z.strictObject({
    userNm: text(254).check(z.minLength(1)),
    /** Left out or empty: all but the password is tried. */
    password: z.optional(exactText(1000)),
  }),
  data: z.object({ signInTestId: z.int() }),
})

export const summaries = {
  getCompanyDirectory: 'The company directory of the portal’s settings, without secrets',
  startDirectoryTest:
    'Start a test sign-in at the OpenID Connect provider: its answer is decoded and shown, and nobody is signed in',
  testDirectoryPassword:
    'Try a user name, and a password unless it is left out, at the LDAP directory; nobody is signed in',
}
