import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const imageManagement = adminScreen({
  address: '/content-authenticated/database-maintenance/image-management',
  page: 'Database Maintenance',
  menu: { group: 'applications', position: 2 },
  title: 'admin_image_management',
  component: lazyRouteComponent(() => import('./TileImagesPage.tsx'), 'TileImagesPage'),
  list: async () => (await import('./tile-image-queries.ts')).tileImagePages,
})
