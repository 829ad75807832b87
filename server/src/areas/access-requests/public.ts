export { closeFulfilledRequests } from './close-fulfilled.ts'
