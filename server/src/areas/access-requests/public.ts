export { closeFulfilledRequests } from './close-fulfilled.ts'
export { plainReason } from './reason-rules.ts'
