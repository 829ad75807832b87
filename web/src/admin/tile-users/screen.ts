import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

/** `tile` in the search chooses one. */
export const tileUsers = adminScreen({
  address: '/content-authenticated/administration/tile-users',
  page: 'User Administration',
  menu: { group: 'people', position: 2 },
  title: 'admin_tile_users',
  component: lazyRouteComponent(() => import('./TileUsersPage.tsx'), 'TileUsersPage'),
  load: async (entry) => (await import('./tile-user-queries.ts')).loadTileUsers(entry),
})
