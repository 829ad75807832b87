export { bindingOf } from './binding.ts'
export { readReturnNote, type ReturnNote, returnNote } from './return-note.ts'
export { followDirectory } from './directory-person.ts'
export {
  type VerifiedIdentity,
  type SignInResult,
  completeSignIn,
  type GateDeps,
  type GateStore,
  type SecondFactorGate,
  wrong,
} from './complete-sign-in.ts'
export type { HumanCheckGate } from './human-check-gate.ts'
export { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'
export type { SignInAccount } from './sign-in-account.ts'
export { foldUserName, isLockedByGuesses } from './sign-in-rules.ts'
export { accountOfUser } from './sign-in-store.ts'
export type { SignInStep } from './sign-in-ticket-store.ts'
export type { SignInMethods } from './sign-in-methods.ts'
