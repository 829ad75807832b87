export { waitingReviews } from './review-list.ts'
