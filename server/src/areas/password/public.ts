export { askPasswordAgain } from './own-password.ts'
export type { PasswordHashing } from './password-hashing.ts'
export { takeTry, type TryLimit } from './secret-tries.ts'
export { temporaryPassword } from './temporary-password.ts'
