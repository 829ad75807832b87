export { type AttemptLimit, consumeAttempt, giveBackAttempt, resetAttempts, resetAttemptsIn } from './attempt-limits.ts'
