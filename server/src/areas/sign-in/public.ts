export { bindingOf } from './binding.ts'
export { readReturnNote, type ReturnNote, returnNote } from './return-note.ts'
export { followDirectory } from './directory-person.ts'
export {
  type VerifiedIdentity,
  type FinishedSignIn,
  type SignInResult,
  completeSignIn,
  type GateDeps,
  type SecondFactorGate,
} from './complete-sign-in.ts'
export type { HumanCheckGate } from './human-check-gate.ts'
export { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'
export type { SignInAccount } from './sign-in-account.ts'
export { foldUserName, isLockedByGuesses } from './sign-in-rules.ts'
export { accountOfUser, PASSWORD_WINDOW_MINUTES, resetBudget, recordSignIn } from './sign-in-store.ts'
export {
  type SignInStep,
  findSignInStep,
  findSignInTicket,
  issueSignInTicket,
  forgetSignInTickets,
  redeemSignInTicket,
  isSignInTicketOver,
} from './sign-in-ticket-store.ts'
export type { SignInMethods } from './sign-in-methods.ts'
export { consumeToken, recordCompletion } from './sign-in-completion-store.ts'
