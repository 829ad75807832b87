import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
  type ErrorComponentProps,
  type RouterHistory,
} from '@tanstack/react-router'
import { federationTexts } from '@portico/contract/federation/federation-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { logoutTexts } from '@portico/contract/logout-chain/logout-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { openIdTexts } from '@portico/contract/openid-provider/openid-texts.ts'
import { makeAdminRoutes } from './admin-routes.tsx'
import { makeRequestRoutes } from './request-routes.tsx'
import { makeApplicationRoutes } from './application-routes.tsx'
import { makeSignInStepRoutes } from './sign-in-step-routes.tsx'
import { currentSession, adoptSessionFromTabs } from './api/session.ts'
import { texts } from './api/texts.ts'
import { returnPath, paths } from './paths.ts'
import { readSettingsSearch } from './portal/account-settings/panel-names.ts'
import { HomePending } from './portal/home/HomePending.tsx'
import { readLogoutSearch } from './portal/logout/logout-search.ts'
import { SignInPage } from './portal/sign-in/SignInPage.tsx'
import { requireFullSession, redirectOnward } from './shell/guards.ts'
import { NotFoundInFrame, NotFoundPage } from './shell/NotFoundPage.tsx'
import { FramePending, PagePending } from './shell/PagePending.tsx'
import { RouteAnnouncer } from './shell/RouteAnnouncer.tsx'
import { RouteError } from './shell/RouteError.tsx'

/** Shorter waits show no pending state. */
const PENDING_DELAY_MS = 300

const root = createRootRoute({
  component: () => (
    <>
      <RouteAnnouncer />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFoundPage,
  staticData: { title: () => '' },
})

const start = createRoute({
  getParentRoute: () => root,
  path: paths.start(),
  beforeLoad: async () => {
    throw redirect({ to: (await adoptSessionFromTabs()) ? paths.home() : paths.login(), replace: true })
  },
})

/** Decision B20: either flag means that the user was redirected to sign in. */
interface LoginSearch {
  notLoggedIn?: true
  sessionExpired?: true
  /** Client code of the brand to show. */
  client?: string
}

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login(),
  validateSearch: (search): LoginSearch => ({
    ...(search['notLoggedIn'] === true ? { notLoggedIn: true } : {}),
    ...(search['sessionExpired'] === true ? { sessionExpired: true } : {}),
    ...(['string', 'number'].includes(typeof search['client']) ? { client: String(search['client']) } : {}),
  }),
  beforeLoad: ({ location }) => {
    // Do not wait for other tabs: when one answers, the guards run again.
    void adoptSessionFromTabs()
    const session = currentSession()
    if (session) redirectOnward(session, location.state)
  },
  component: SignInPage,
  staticData: { title: () => texts(signInTexts).login_title },
})

const federatedCallback = createRoute({
  getParentRoute: () => root,
  path: paths.federatedSignIn(),
  beforeLoad: ({ location }) => {
    const session = currentSession()
    // A signed-in user comes by who has confirmed at the provider who they are.
    if (session && !location.state.confirmsSignIn && !/^#?reauth=/.test(location.hash))
      redirectOnward(session, location.state)
  },
  component: lazyRouteComponent(() => import('./portal/federation/SsoCallbackPage.tsx'), 'SsoCallbackPage'),
  staticData: { title: () => texts(signInTexts).login_title },
})

const federatedSignOut = createRoute({
  getParentRoute: () => root,
  path: paths.federatedSignOut(),
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: paths.home(), replace: true })
  },
  component: lazyRouteComponent(() => import('./portal/federation/SignedOutPage.tsx'), 'SignedOutPage'),
  staticData: { title: () => texts(federationTexts).sso_signed_out_title },
})

const logout = createRoute({
  getParentRoute: () => root,
  path: paths.logout(),
  validateSearch: readLogoutSearch,
  component: lazyRouteComponent(() => import('./portal/logout/LogoutPage.tsx'), 'LogoutPage'),
  staticData: { title: () => texts(logoutTexts).logout_title },
})

const redirectBlocked = createRoute({
  getParentRoute: () => root,
  path: paths.redirectBlocked(),
  component: lazyRouteComponent(() => import('./portal/logout/RedirectBlockedPage.tsx'), 'RedirectBlockedPage'),
  staticData: { title: () => texts(logoutTexts).redirect_blocked_title },
})

const signOnRefused = createRoute({
  getParentRoute: () => root,
  path: paths.signOnRefused(),
  validateSearch: (search): { reason?: string } =>
    typeof search['reason'] === 'string' && /^[a-z_]{1,50}$/.test(search['reason']) ? { reason: search['reason'] } : {},
  component: lazyRouteComponent(() => import('./portal/sign-on/SignOnRefusedPage.tsx'), 'SignOnRefusedPage'),
  staticData: { title: () => texts(openIdTexts).openid_refused_title },
})

const openIdSignOn = createRoute({
  getParentRoute: () => root,
  path: paths.openIdSignOn(),
  beforeLoad: async ({ location }) => ({ session: await requireFullSession(location) }),
  component: lazyRouteComponent(() => import('./portal/sign-on/OpenIdSignOnPage.tsx'), 'OpenIdSignOnPage'),
  staticData: { title: () => texts(openIdTexts).openid_title },
})

/** The address decides the skeleton before the frame has loaded, so that the layout does not shift. */
function PendingFrame() {
  const isHome = useLocation().pathname === paths.home()
  return <FramePending>{isHome ? <HomePending /> : <PagePending />}</FramePending>
}

const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/content-authenticated',
  beforeLoad: async ({ location }) => ({ session: await requireFullSession(location) }),
  loader: async ({ context: { session }, location }) => {
    // Start home's queries now, in parallel with the frame's; home's loader then finds them in progress.
    const [{ loadFrame }, atHome] = await Promise.all([
      import('./shell/frame-queries.ts'),
      location.pathname === paths.home() ? import('./portal/home/home-queries.ts') : null,
    ])
    void atHome?.loadHome(session.uid).catch(() => undefined)
    return loadFrame(session.uid, returnPath(location.href))
  },
  component: lazyRouteComponent(() => import('./portal/search/SignedInFrame.tsx'), 'SignedInFrame'),
  pendingComponent: PendingFrame,
  notFoundComponent: NotFoundInFrame,
})

const signedInStart = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.home(), replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: 'home',
  loader: async ({ context }) => (await import('./portal/home/home-queries.ts')).loadHome(context.session.uid),
  component: lazyRouteComponent(() => import('./portal/home/HomePage.tsx'), 'HomePage'),
  pendingComponent: HomePending,
  staticData: { title: () => texts(generalTexts).menu_home },
})

const accountSettings = createRoute({
  getParentRoute: () => signedIn,
  path: 'account-settings',
  validateSearch: readSettingsSearch,
  loader: async ({ context }) =>
    (await import('./portal/account-settings/account-queries.ts')).loadAccount(context.session.uid),
  component: lazyRouteComponent(
    () => import('./portal/account-settings/AccountSettingsPage.tsx'),
    'AccountSettingsPage',
  ),
  staticData: { title: () => texts(generalTexts).menu_account_settings },
})

const administration = makeAdminRoutes(() => signedIn)

const documentLibrary = createRoute({
  getParentRoute: () => signedIn,
  path: 'document-library',
  loader: async ({ context, location, cause }) =>
    (await import('./portal/documents/document-queries.ts')).loadLibrary(context.session.uid, location.search, cause),
  component: lazyRouteComponent(() => import('./portal/documents/DocumentLibraryPage.tsx'), 'DocumentLibraryPage'),
  staticData: { title: () => texts(generalTexts).menu_documents },
})

/** Both addresses of the personal links. */
const linkPages = (['my-links', 'manage-my-links'] as const).map((path) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    loader: async ({ context }) => (await import('./portal/links/link-queries.ts')).loadLinks(context.session.uid),
    component: lazyRouteComponent(
      () => import('./portal/links/LinksPage.tsx'),
      path === 'my-links' ? 'MyLinksPage' : 'ManageMyLinksPage',
    ),
    staticData: { title: () => texts(generalTexts).menu_links },
  }),
)

/** All UI components, for developers; not part of the production build. */
const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: paths.kit(),
        component: lazyRouteComponent(() => import('./kit-page/KitPage.tsx'), 'KitPage'),
        staticData: { title: () => 'House kit' },
      }),
    ]
  : []

const routeTree = root.addChildren([
  start,
  login,
  federatedCallback,
  federatedSignOut,
  logout,
  redirectBlocked,
  signOnRefused,
  openIdSignOn,
  ...makeSignInStepRoutes(() => root),
  ...makeApplicationRoutes(() => root),
  signedIn.addChildren([
    signedInStart,
    home,
    accountSettings,
    documentLibrary,
    ...linkPages,
    ...makeRequestRoutes(() => signedIn),
    ...administration,
  ]),
  ...kit,
])

/** The router of one page; tests pass a history of their own. */
export const makeRouter = (history: RouterHistory = createBrowserHistory()) =>
  createRouter({
    routeTree,
    history,
    defaultErrorComponent: (props: ErrorComponentProps) => <RouteError {...props} />,
    defaultPendingComponent: PagePending,
    defaultPendingMs: PENDING_DELAY_MS,
    defaultPendingMinMs: 0,
    // The query client is the only cache: routes always query it.
    defaultStaleTime: 0,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
