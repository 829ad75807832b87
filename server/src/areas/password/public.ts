export type { PasswordHashing } from './password-hashing.ts'
