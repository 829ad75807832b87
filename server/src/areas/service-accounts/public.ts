export { authenticateService, type ServiceAuthenticationDeps } from './authenticate-service.ts'
export { serviceReader } from './service-reader.ts'
