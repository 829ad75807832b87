import * as account from './account.ts'
import * as announcements from './announcements.ts'
import * as audit from './audit.ts'
import * as branding from './branding.ts'
import * as clientLog from './client-log.ts'
import * as contact from './contact.ts'
import * as directory from './directory.ts'
import * as documents from './documents.ts'
import * as emulation from './emulation.ts'
import * as federation from './federation.ts'
import * as home from './home.ts'
import * as humanCheck from './human-check.ts'
import * as identityProviders from './identity-providers.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { isEndpoint } from './kit/endpoint.ts'
import * as links from './links.ts'
import * as mail from './mail.ts'
import * as password from './password.ts'
import * as preferences from './preferences.ts'
import * as reauthentication from './reauthentication.ts'
import * as referenceData from './reference-data.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as signIn from './sign-in.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as systemAccounts from './system-accounts.ts'
import * as tileAccess from './tile-access.ts'
import * as userActions from './user-actions.ts'
import * as userCustomers from './user-customers.ts'
import * as userCreation from './user-creation.ts'
import * as userProfile from './user-profile.ts'
import * as users from './users.ts'

/** Every area of the portal; routing, documentation and tests use this list. The browser never imports this file. */
export const areas = {
  'sign-in': signIn,
  'human-check': humanCheck,
  directory,
  federation,
  'identity-providers': identityProviders,
  'second-factor': secondFactor,
  session,
  reauthentication,
  password,
  account,
  contact,
  home,
  'single-sign-on': singleSignOn,
  announcements,
  documents,
  links,
  preferences,
  search,
  branding,
  'reference-data': referenceData,
  users,
  'user-actions': userActions,
  'user-customers': userCustomers,
  'user-creation': userCreation,
  'user-profile': userProfile,
  'system-accounts': systemAccounts,
  emulation,
  'tile-access': tileAccess,
  audit,
  mail,
  'client-log': clientLog,
} as const

export type AreaName = keyof typeof areas

/** Endpoints of an area module by name. */
export type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] extends Endpoint
    ? Module[Name]
    : never
}

/** All endpoints with the area they belong to. */
export function allEndpoints(): { area: AreaName; exportName: string; endpoint: Endpoint }[] {
  return Object.entries(areas).flatMap(([area, module]) =>
    Object.entries(module)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([exportName, endpoint]) => ({ area: area as AreaName, exportName, endpoint })),
  )
}
