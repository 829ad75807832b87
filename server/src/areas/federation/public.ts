export { companySignOut } from './company-sign-out.ts'
