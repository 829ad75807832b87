import { type AnyRoute, createRoute, isNotFound, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { ApiError } from './api/call.ts'
import { queryClient } from './api/query.ts'
import { currentSession } from './api/session.ts'
import { readPathIds } from './patterns/path-ids.ts'
import type { AdminEntry, AdminScreen, AdminTitle } from './shell/admin-entry.ts'
import { NO_ACCESS, NotFoundInFrame } from './shell/NotFoundPage.tsx'

/** Every administration screen: all that the areas declare. Their pages and loaders are loaded when they are opened. */
const screens = Object.values(
  import.meta.glob<Readonly<Record<string, AdminScreen>>>('./admin/*/screen.ts', { eager: true }),
).flatMap((area) => Object.values(area))

/** Known once a screen of the administration has been opened. */
let titleOf: (name: AdminTitle) => string = () => ''

/** The administration routes, children of the route of all pages for signed-in users. */
export function makeAdminRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  const frame = createRoute({
    getParentRoute,
    id: 'administration',
    loader: async () => (await import('./shell/AdminFrame.tsx')).loadAdminFrame(),
    component: lazyRouteComponent(() => import('./shell/AdminFrame.tsx'), 'AdminFrame'),
  })
  const alone = screens.filter(({ withoutNavigation }) => withoutNavigation)
  const inFrame = screens.filter(({ withoutNavigation }) => !withoutNavigation)
  return [
    frame.addChildren(inFrame.map((screen) => makeRoute(() => frame, screen))),
    ...alone.map((screen) => makeRoute(getParentRoute, screen)),
  ]
}

function makeRoute(getParentRoute: () => AnyRoute, screen: AdminScreen) {
  const { address, page, otherPages, menu, finder, title, component } = screen
  return createRoute({
    getParentRoute,
    path: address.replace('/content-authenticated/', ''),
    params: { parse: (params: Record<string, string>) => readIds(screen, params) },
    // Not by `loaderDeps`: with each change of a filter the screen would be a new one, and give way to its placeholder.
    loader: ({ params, location, cause }) => load(screen, { params, search: location.search, cause }),
    component,
    // In the place of the screen, so that the frame stays.
    notFoundComponent: NotFoundInFrame,
    staticData: { title: () => titleOf(title), admin: { page, otherPages, titleName: title, finder, ...menu } },
  })
}

function readIds(screen: AdminScreen, params: Readonly<Record<string, string>>) {
  try {
    return readPathIds(params)
  } catch (error) {
    throw insteadOf(screen, error)
  }
}

async function load(screen: AdminScreen, entry: Omit<AdminEntry<object>, 'uid'>): Promise<void> {
  titleOf = (await import('./shell/admin-screens.ts')).adminTitle
  const uid = await requirePage([screen.page, ...(screen.otherPages ?? [])])
  try {
    await screen.load({ uid, ...entry })
  } catch (error) {
    throw insteadOf(screen, error)
  }
}

/** Why a screen does not open: the failure, or where the user is sent instead of a record that is missing. */
function insteadOf({ instead }: AdminScreen, error: unknown): unknown {
  const isMissing = isNotFound(error) || (error instanceof ApiError && error.status === 404)
  return instead && isMissing ? redirect({ href: instead(), replace: true }) : error
}

/** Users without one of the pages see that they have no access; the screen's calls would answer '403'. */
async function requirePage(allowed: readonly AdminPage[]): Promise<number> {
  const { adminMenuQuery } = await import('./shell/frame-queries.ts')
  const uid = currentSession()?.uid
  if (uid === undefined) throw notFound()
  const pages = await queryClient.ensureQueryData(adminMenuQuery(uid))
  if (!pages.some(({ pageNm }) => allowed.some((page) => page === pageNm))) throw notFound(NO_ACCESS)
  return uid
}
