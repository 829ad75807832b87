export { serviceReader } from './service-reader.ts'
export {
  createServiceAccount,
  type IssuedToken,
  revokeService,
  rotateServiceToken,
  type ServiceAccountProblem,
} from './service-account-commands.ts'
export { listServiceAccounts } from './service-account-store.ts'
