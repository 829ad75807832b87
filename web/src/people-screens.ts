import { lazyRouteComponent } from '@tanstack/react-router'
import type { AdminScreen } from './admin-routes.tsx'
import { paths } from './paths.ts'

/** The administration screens about users and their access. */
export const peopleScreens: readonly AdminScreen[] = [
  {
    path: paths.userAdministration(),
    page: 'User Administration',
    group: 'people',
    title: 'admin_users',
    component: lazyRouteComponent(() => import('./admin/users/UsersPage.tsx'), 'UsersPage'),
    load: async (entry) => (await import('./admin/users/user-queries.ts')).loadUsers(entry),
  },
  {
    path: paths.addUser(),
    page: 'User Administration',
    title: 'admin_add_user',
    component: lazyRouteComponent(() => import('./admin/add-user/AddUserPage.tsx'), 'AddUserPage'),
    load: async ({ uid }) => (await import('./admin/add-user/add-user-queries.ts')).loadAddUser(uid),
  },
  {
    path: paths.importUsers(),
    page: 'User Administration',
    title: 'admin_import_users',
    component: lazyRouteComponent(() => import('./admin/import-users/ImportUsersPage.tsx'), 'ImportUsersPage'),
    load: async (entry) => (await import('./admin/import-users/import-queries.ts')).loadImport(entry),
  },
  {
    path: paths.userProfile(),
    page: 'User Administration',
    title: 'admin_user_profile',
    component: lazyRouteComponent(() => import('./admin/user-profile/UserProfilePage.tsx'), 'UserProfilePage'),
    load: async (entry) => (await import('./admin/user-profile/profile-queries.ts')).loadProfile(entry),
  },
  {
    path: paths.tileUsers(),
    page: 'User Administration',
    group: 'people',
    title: 'admin_tile_users',
    component: lazyRouteComponent(() => import('./admin/tile-users/TileUsersPage.tsx'), 'TileUsersPage'),
    load: async (entry) => (await import('./admin/tile-users/tile-user-queries.ts')).loadTileUsers(entry),
  },
  {
    path: paths.deletedUsers(),
    page: 'User Administration',
    group: 'people',
    title: 'admin_deleted_users',
    component: lazyRouteComponent(() => import('./admin/deleted-users/DeletedUsersPage.tsx'), 'DeletedUsersPage'),
    load: async (entry) => (await import('./admin/deleted-users/deleted-user-queries.ts')).loadDeletedUsers(entry),
  },
  {
    path: paths.accessRequests(),
    page: 'User Administration',
    group: 'people',
    title: 'admin_access_requests',
    component: lazyRouteComponent(() => import('./admin/access-requests/AccessRequestsPage.tsx'), 'AccessRequestsPage'),
    load: async (entry) =>
      (await import('./admin/access-requests/access-request-queries.ts')).loadAccessRequests(entry),
  },
  {
    path: paths.enhancementRequests(),
    page: 'User Administration',
    group: 'people',
    title: 'admin_enhancement_requests',
    component: lazyRouteComponent(
      () => import('./admin/enhancement-requests/EnhancementRequestsPage.tsx'),
      'EnhancementRequestsPage',
    ),
    load: async (entry) =>
      (await import('./admin/enhancement-requests/enhancement-request-queries.ts')).loadEnhancementRequests(entry),
  },
  {
    path: paths.accessReviews(),
    page: 'User Administration',
    group: 'people',
    title: 'admin_access_reviews',
    component: lazyRouteComponent(() => import('./admin/access-reviews/AccessReviewsPage.tsx'), 'AccessReviewsPage'),
    load: async (entry) => (await import('./admin/access-reviews/access-review-queries.ts')).loadAccessReviews(entry),
  },
  {
    path: paths.accessReview(),
    page: 'User Administration',
    title: 'admin_access_review',
    component: lazyRouteComponent(() => import('./admin/access-reviews/AccessReviewPage.tsx'), 'AccessReviewPage'),
    load: async (entry) => (await import('./admin/access-reviews/access-review-queries.ts')).loadAccessReview(entry),
  },
]
