export { readUserFacts } from './user-facts.ts'
