export { announcementsToReview } from './announcement-admin-list.ts'
export { announcementsInForce, readAnnouncementsOf } from './announcement-list.ts'
export { userAnnouncement } from './announcement-view.ts'
