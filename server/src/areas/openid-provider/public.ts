export { LIFETIMES } from './lifetimes.ts'
