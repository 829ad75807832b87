export { DAY_MS } from './service-account-checks.ts'
export { accessTokenReader } from './access-token.ts'
export { type ServiceClients, serviceClients } from './service-clients.ts'
export { serviceReader } from './service-reader.ts'
export {
  createServiceAccount,
  type IssuedToken,
  revokeService,
  rotateServiceToken,
} from './service-account-commands.ts'
export type { ServiceAccountProblem } from './service-account-problem.ts'
export { listServiceAccounts } from './service-account-store.ts'
