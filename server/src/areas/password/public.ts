export { askPasswordAgain, currentPasswordLimit } from './own-password.ts'
export type { PasswordHashing } from './password-hashing.ts'
export { temporaryPassword } from './temporary-password.ts'
