import { FACTOR_ATTEMPTS_MINUTES } from '@portico/contract/limits.ts'
import type { AttemptLimit } from '../../attempts/public.ts'

/** Limit of wrong second factors of one user, over sign-in and all calls that ask for one (S18). */
export const factorAttemptLimit = (userId: number): AttemptLimit => ({
  key: ['second-factor', userId],
  maxAttempts: 5,
  minutes: FACTOR_ATTEMPTS_MINUTES,
})
