export { logoutAddressIssue } from './logout-address-issue.ts'
export { browserLogoutAddress, type LogoutAddress, logoutAddressView } from './logout-rules.ts'
export { pageAddresses, registeredAddresses } from './registered-addresses.ts'
