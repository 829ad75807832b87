import * as z from 'zod/mini'
import { exactText, Id, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin, anyone, signedIn } from '../kit/guard.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'

const sso = '/ccservices/secure/user/rest/sso'

/** How a page opens: an address to open, or a form to post there (decision C3). */
export const Launch = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
  openInNewWindowFlg: YesNo,
  /** Page of the portal that posts the form, because only it may post to the application; null for GET. */
  handOffUrl: z.nullable(z.string()),
})
export type Launch = z.output<typeof Launch>

/** The user has several accounts in the system: one of them has to be chosen (decision C3). */
export const AccountChoice = z.object({
  accounts: z.array(
    z.object({
      systemAccountUserId: z.int(),
      accountUserNm: z.string(),
      accountTypeDesc: z.string(),
      /** 'Y' for the account with which the user last opened the system. */
      lastUsedFlg: YesNo,
    }),
  ),
  openInNewWindowFlg: YesNo,
})
export type AccountChoice = z.output<typeof AccountChoice>

const LaunchAnswer = z.union([Launch, AccountChoice])
export type LaunchAnswer = z.output<typeof LaunchAnswer>

export const launchPage = endpoint({
  name: 'launchPage',
  method: 'GET',
  path: `${sso}/cpusers/{uid}/pages/{pid}/sso-login`,
  guard: signedIn({ emulation: 'acting' }),
  params: z.strictObject({ uid: Id, pid: Id }),
  query: z.strictObject({ systemAccountUserId: z.optional(Id) }),
  data: LaunchAnswer,
  codes: { '404': 'The application has no address, or is temporarily unavailable.' },
})

export const recordApplicationSession = endpoint({
  name: 'recordApplicationSession',
  method: 'POST',
  path: '/ccservices/secure/user/rest/db/auth/cpusers/{uid}/active-app-sessions/systems/{systemid}',
  guard: signedIn({ emulation: 'always' }),
  params: z.strictObject({ uid: Id, systemid: Id }),
})

/** What leads from a request of an application to its answer. */
const RequestTicket = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const answerSignOnRequest = endpoint({
  name: 'answerSignOnRequest',
  method: 'POST',
  path: `${sso}/cpusers/{uid}/sign-on-requests`,
  guard: signedIn({ emulation: 'acting' }),
  params: z.strictObject({ uid: Id }),
  body: z.strictObject({ ticket: RequestTicket, systemAccountUserId: z.optional(Id) }),
  data: LaunchAnswer,
  codes: {
    '401': { message: 'The application asks for a sign-in of its own', data: ReauthenticationNeeded },
    '404': 'The request has been answered or has expired, or the application is temporarily unavailable.',
  },
})

export const declineSignOnRequest = endpoint({
  name: 'declineSignOnRequest',
  method: 'POST',
  path: `${sso}/idp/declined-requests`,
  guard: anyone,
  rate: 'sign-in',
  body: z.strictObject({ ticket: RequestTicket }),
  data: Launch,
  codes: { '404': 'There is no such request, or it may ask the user to sign in.' },
})

export const getIdpMetadata = endpoint({
  name: 'getIdpMetadata',
  method: 'GET',
  path: `${sso}/idp/metadata`,
  kind: 'file',
  guard: anyone,
})

const signOnPath = `${sso}/idp/sign-on`
/** Longer than any request that is read, so that too long ones get a sentence of their own. */
const anyText = exactText(200_000)

export const receiveRedirectedSignOn = endpoint({
  name: 'receiveRedirectedSignOn',
  method: 'GET',
  path: signOnPath,
  kind: 'redirect',
  guard: anyone,
  rate: 'sign-in',
  query: z.looseObject({ SAMLRequest: z.optional(anyText) }),
})

export const receivePostedSignOn = endpoint({
  name: 'receivePostedSignOn',
  method: 'POST',
  path: signOnPath,
  kind: 'redirect',
  guard: anyone,
  rate: 'sign-in',
  body: z.looseObject({ SAMLRequest: z.optional(anyText), RelayState: z.optional(anyText) }),
})

export const manageUserAtSystem = endpoint({
  name: 'manageUserAtSystem',
  method: 'GET',
  path: `${sso}/admin-users/{adminuid}/cpusers/{uid}/systems/{sid}/sso-manage-user`,
  guard: admin('User Administration'),
  params: z.strictObject({ adminuid: Id, uid: Id, sid: Id }),
  ownIds: ['adminuid'],
  data: Launch,
})

export const summaries = {
  launchPage: 'Sign the user in to an application: how to open it. The permission is checked again here.',
  recordApplicationSession:
    'Record that an application is open in this session; repeating it changes nothing (decision C4)',
  answerSignOnRequest: 'Answer the request of an application to sign the user on; each is answered once',
  declineSignOnRequest:
    'Answer the request of an application that may not ask the user for anything, where no user is signed in',
  getIdpMetadata: 'The portal’s SAML 2.0 identity provider metadata, with every published certificate',
  receiveRedirectedSignOn:
    'Receive a request of a SAML application by HTTP-Redirect; continues on a page of the portal',
  receivePostedSignOn: 'Receive a request of a SAML application by HTTP-POST; continues on a page of the portal',
  manageUserAtSystem:
    'Hand an administrator over to the page of a system that sets up the accounts of a user (decision E20)',
}
