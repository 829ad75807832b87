import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const jobSchedule = adminScreen({
  address: '/content-authenticated/database-maintenance/job-schedule',
  page: 'Database Maintenance',
  menu: { group: 'operation', position: 1 },
  title: 'admin_job_schedule',
  component: lazyRouteComponent(() => import('./JobSchedulePage.tsx'), 'JobSchedulePage'),
  load: async (entry) => (await import('./job-queries.ts')).loadJobs(entry),
})
