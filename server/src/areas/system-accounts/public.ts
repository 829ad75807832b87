export { openAccount } from './account-store.ts'
