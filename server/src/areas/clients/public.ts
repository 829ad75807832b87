export { insertClient, type NewClient } from './insert-client.ts'
