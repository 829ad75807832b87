export { acceptLicense, currentLicense, keepLicenses, reopenLicense } from './current-license.ts'
