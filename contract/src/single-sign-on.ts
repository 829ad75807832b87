import * as z from 'zod/mini'
import { Id, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { signedIn } from './kit/guard.ts'

/** How a page opens: an address to open, or a form to post there (decision C3). */
export const Launch = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
  openInNewWindowFlg: YesNo,
})
export type Launch = z.output<typeof Launch>

export const launchPage = endpoint({
  name: 'launchPage',
  method: 'GET',
  path: '/ccservices/secure/user/rest/sso/cpusers/{uid}/pages/{pid}/sso-login',
  guard: signedIn({ emulation: 'acting' }),
  summary: 'Sign the user in to an application: the address to open. The permission is checked again here.',
  params: z.strictObject({ uid: Id, pid: Id }),
  query: z.strictObject({ systemAccountUserId: z.optional(Id) }),
  data: Launch,
  codes: { '404': 'The application has no address, or is temporarily unavailable.' },
})
