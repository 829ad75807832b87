export { waitingRequests } from './access-request-list.ts'
