export { LIFETIMES } from './lifetimes.ts'
export { claimsOf, readDryRunFacts } from './user-facts.ts'
