export { announcementsInForce } from './announcement-list.ts'
