import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const announcements = adminScreen({
  address: '/content-authenticated/administration/announcements',
  page: 'System Announcements',
  menu: { group: 'content', position: 1, waiting: 'announcements' },
  title: 'admin_announcements',
  component: lazyRouteComponent(() => import('./AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  load: async (entry) => (await import('./announcement-queries.ts')).loadAnnouncements(entry),
})
