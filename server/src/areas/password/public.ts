export { askPasswordAgain, currentPasswordLimit } from './own-password.ts'
export { temporaryPassword } from './temporary-password.ts'
export { storeTemporaryPassword } from './password-store.ts'
export { forgetRecoveryLink } from './recovery-link-store.ts'
