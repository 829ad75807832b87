import { type Authority, type Caller, NO_SESSION, type ServiceIdentity, type ServiceReader } from '../../http/caller.ts'
import { administrationOf } from '../session/public.ts'
import { authenticateService, type ServiceAuthenticationDeps, type ServiceReaderDeps } from './authenticate-service.ts'
import { revokeExposedTokens } from './exposed-tokens.ts'
import { findTokensInAddress } from './service-token.ts'

/** Finds service accounts by their tokens, and makes them callers of the portal's calls. */
export const serviceReader = (deps: ServiceReaderDeps): ServiceReader => ({
  authenticate: (request) => authenticateService(deps, request),
  callerOf: (service) => callerOf(deps, service),
  findExposed: findTokensInAddress,
  revokeExposed: (tokens, request) => revokeExposedTokens(deps, tokens, request),
})

/**
 * The owner as caller, with the rights that they hold now, cut to what a program may do (decision 54): it administers
 * neither the portal nor any system, acts on no user who does, and an account of an employer sees only the rows of that
 * employer, for every owner.
 */
function callerOf({ db }: Pick<ServiceAuthenticationDeps, 'db'>, service: ServiceIdentity): Caller {
  const { owner, clientId } = service
  const user = clientId === null ? owner : { ...owner, clientId, isInternal: false }
  const held = administrationOf(db, { ...user, userId: owner.id, isEmulated: false })
  return {
    user,
    service,
    actorId: null,
    sessionId: NO_SESSION,
    isClosing: false,
    isReadOnly: false,
    gate: null,
    adminPages: held.adminPages,
    authority: async () => withoutAdministration(await held.authority()),
    isSignInFresh: () => Promise.resolve(false),
    idleMinutes: 0,
    lastActiveAt: service.calledAt,
  }
}

const withoutAdministration = (authority: Authority): Authority => ({
  ...authority,
  isPortalAdmin: false,
  adminSystemIds: [],
  pageIds: [],
  maySignOnAs: false,
  isUsAssociate: false,
})
