import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const accessReviews = adminScreen({
  address: '/content-authenticated/administration/access-reviews',
  page: 'User Administration',
  menu: { group: 'people', position: 5, waiting: 'accessReviews' },
  title: 'admin_access_reviews',
  component: lazyRouteComponent(() => import('./AccessReviewsPage.tsx'), 'AccessReviewsPage'),
  list: async () => (await import('./access-review-queries.ts')).accessReviewPages,
})

export const accessReview = adminScreen({
  address: '/content-authenticated/administration/access-reviews/$reviewId',
  page: 'User Administration',
  title: 'admin_access_review',
  component: lazyRouteComponent(() => import('./AccessReviewPage.tsx'), 'AccessReviewPage'),
  load: async (entry) => (await import('./access-review-queries.ts')).loadAccessReview(entry),
})
