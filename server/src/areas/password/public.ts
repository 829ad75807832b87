export { askPasswordAgain, currentPasswordLimit } from './own-password.ts'
export type { PasswordHashing } from './password-hashing.ts'
export { resetAttempts, resetAttemptsIn, consumeAttempt, giveBackAttempt, type AttemptLimit } from './attempt-limits.ts'
export { temporaryPassword } from './temporary-password.ts'
