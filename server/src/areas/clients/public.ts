export { hasClient, insertClient, type NewClient } from './client-store.ts'
