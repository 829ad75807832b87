import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { query } from '../../api/query.ts'

export const announcementsQuery = () => query(listAnnouncements)
