export { pendingRequestsOf, waitingRequests } from './access-request-list.ts'
