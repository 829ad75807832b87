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
import { federationTexts } from '@portico/contract/texts/federation-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { currentSession, joinSiblings } from './api/session.ts'
import { texts } from './api/texts.ts'
import { ownPath, paths } from './paths.ts'
import { readSettingsSearch } from './portal/account-settings/panel-names.ts'
import { readDocumentSearch } from './portal/documents/document-search.ts'
import { HomePending } from './portal/home/HomePending.tsx'
import { readLinkSearch } from './portal/links/link-search.ts'
import { SignInPage } from './portal/sign-in/SignInPage.tsx'
import { requireFullSession, requireSession, leadOn } from './shell/guards.ts'
import { NotFoundInFrame, NotFoundPage } from './shell/NotFoundPage.tsx'
import { FramePending, PagePending } from './shell/PagePending.tsx'
import { RouteAnnouncer } from './shell/RouteAnnouncer.tsx'
import { RouteError } from './shell/RouteError.tsx'

/** Below this a wait is not worth showing. */
const SHOW_WAITING_AFTER_MS = 300

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
    throw redirect({ to: (await joinSiblings()) ? paths.home() : paths.login(), replace: true })
  },
})

/** Decision B20: either flag says that the person was turned away. */
interface LoginSearch {
  notLoggedIn?: true
  sessionExpired?: true
  /** Whose brand the page wears. */
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
    // The page need not wait for an answer of another tab: when one comes, the guards look again.
    void joinSiblings()
    const session = currentSession()
    if (session) leadOn(session, location.state)
  },
  component: SignInPage,
  staticData: { title: () => texts(signInTexts).login_title },
})

const federatedArrival = createRoute({
  getParentRoute: () => root,
  path: paths.federatedArrival(),
  beforeLoad: ({ location }) => {
    const session = currentSession()
    if (session) leadOn(session, location.state)
  },
  component: lazyRouteComponent(() => import('./portal/federation/ArrivalPage.tsx'), 'ArrivalPage'),
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

/** One page for both: what the sign-in of this browser waits for decides what it shows. */
const secondFactorPages = [paths.secondFactor(), paths.enrolSecondFactor()].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      const session = currentSession()
      if (session) leadOn(session, location.state)
    },
    loader: async () => (await import('./portal/second-factor/second-factor.ts')).loadPrompt(),
    component: lazyRouteComponent(() => import('./portal/second-factor/SecondFactorPage.tsx'), 'SecondFactorPage'),
    staticData: { title: () => texts(generalTexts).second_factor_page_title },
  }),
)

const licence = createRoute({
  getParentRoute: () => root,
  path: paths.licence(),
  beforeLoad: async ({ location }) => {
    const session = await requireSession(location)
    if (session.gate !== 'licence') leadOn(session, location.state)
    return { session }
  },
  loader: async ({ context }) => (await import('./portal/gates/gate-queries.ts')).loadLicence(context.session.uid),
  component: lazyRouteComponent(() => import('./portal/gates/LicencePage.tsx'), 'LicencePage'),
  staticData: { title: () => texts(signInTexts).licence_title },
})

const gate = createRoute({
  getParentRoute: () => root,
  path: paths.gate(),
  beforeLoad: async ({ location }) => {
    const session = await requireSession(location)
    const { gate: closed } = session
    if (closed === null || closed === 'licence' || closed === 'question') return leadOn(session, location.state)
    return { closed }
  },
  // What the rules are has come before the page opens; what fails here is told where it is needed.
  loader: async () => (await import('./portal/password/password-queries.ts')).loadPasswordRules(),
  component: lazyRouteComponent(() => import('./portal/gates/GatePage.tsx'), 'GatePage'),
  staticData: { title: () => texts(signInTexts).gate_title },
})

const accountSetup = createRoute({
  getParentRoute: () => root,
  path: paths.accountSetup(),
  beforeLoad: async ({ location }) => {
    const session = await requireSession(location)
    if (session.gate !== 'question') leadOn(session, location.state)
    return { session }
  },
  loader: async ({ context }) =>
    (await import('./portal/account-settings/account-queries.ts')).loadSetup(context.session.uid),
  component: lazyRouteComponent(() => import('./portal/account-setup/AccountSetupPage.tsx'), 'AccountSetupPage'),
  staticData: { title: () => texts(signInTexts).gate_title },
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: paths.forgotPassword(),
  component: lazyRouteComponent(() => import('./portal/forgot-password/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  staticData: { title: () => texts(signInTexts).login_forgot },
})

const choosePassword = createRoute({
  getParentRoute: () => root,
  path: paths.choosePassword(),
  loader: async ({ location }) => {
    const { openLink, tokenIn } = await import('./portal/choose-password/choose-password.ts')
    return openLink(tokenIn(location.hash))
  },
  component: lazyRouteComponent(() => import('./portal/choose-password/ChoosePasswordPage.tsx'), 'ChoosePasswordPage'),
  staticData: { title: () => texts(signInTexts).login_forgot },
})

/** What comes is known by the address before the frame has come: the page keeps its geometry from the start. */
function FrameOnTheWay() {
  const isHome = useLocation().pathname === paths.home()
  return <FramePending>{isHome ? <HomePending /> : <PagePending />}</FramePending>
}

const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/content-authenticated',
  beforeLoad: async ({ location }) => ({ session: await requireFullSession(location) }),
  loader: async ({ context: { session }, location }) => {
    // One burst of questions instead of two, one behind the other: home's own loader finds them asked.
    const [{ loadFrame }, atHome] = await Promise.all([
      import('./shell/frame-queries.ts'),
      location.pathname === paths.home() ? import('./portal/home/home-queries.ts') : null,
    ])
    void atHome?.loadHome(session.uid).catch(() => undefined)
    return loadFrame(session.uid, ownPath(location.href))
  },
  component: lazyRouteComponent(() => import('./portal/search/SignedInFrame.tsx'), 'SignedInFrame'),
  pendingComponent: FrameOnTheWay,
  notFoundComponent: NotFoundInFrame,
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

const mailDelivery = createRoute({
  getParentRoute: () => signedIn,
  path: 'administration/mail-delivery',
  loader: async ({ context }) =>
    (await import('./admin/mail-delivery/mail-delivery-queries.ts')).loadUndelivered(context.session.uid),
  component: lazyRouteComponent(() => import('./admin/mail-delivery/MailDeliveryPage.tsx'), 'MailDeliveryPage'),
  staticData: { title: () => texts(generalTexts).menu_mail_delivery },
})

const documentLibrary = createRoute({
  getParentRoute: () => signedIn,
  path: 'document-library',
  validateSearch: readDocumentSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./portal/documents/document-queries.ts')).loadLibrary(context.session.uid, deps),
  component: lazyRouteComponent(() => import('./portal/documents/DocumentLibraryPage.tsx'), 'DocumentLibraryPage'),
  staticData: { title: () => texts(generalTexts).menu_documents },
})

const myLinks = createRoute({
  getParentRoute: () => signedIn,
  path: 'my-links',
  validateSearch: readLinkSearch,
  loader: async ({ context }) => (await import('./portal/links/link-queries.ts')).loadLinks(context.session.uid),
  component: lazyRouteComponent(() => import('./portal/links/LinksPage.tsx'), 'MyLinksPage'),
  staticData: { title: () => texts(generalTexts).menu_links },
})

const manageMyLinks = createRoute({
  getParentRoute: () => signedIn,
  path: 'manage-my-links',
  validateSearch: readLinkSearch,
  loader: async ({ context }) => (await import('./portal/links/link-queries.ts')).loadLinks(context.session.uid),
  component: lazyRouteComponent(() => import('./portal/links/LinksPage.tsx'), 'ManageMyLinksPage'),
  staticData: { title: () => texts(generalTexts).menu_links },
})

const contactUs = createRoute({
  getParentRoute: () => signedIn,
  path: 'contact-us',
  loader: async ({ context }) =>
    (await import('./portal/contact-us/contact-queries.ts')).loadContact(context.session.uid),
  component: lazyRouteComponent(() => import('./portal/contact-us/ContactUsPage.tsx'), 'ContactUsPage'),
  staticData: { title: () => texts(shellTexts).menu_contact_us },
})

/** Every part of the house kit, for those who build with it; no part of what is shipped. */
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
  federatedArrival,
  federatedSignOut,
  forgotPassword,
  choosePassword,
  ...secondFactorPages,
  licence,
  gate,
  accountSetup,
  signedIn.addChildren([home, accountSettings, contactUs, documentLibrary, mailDelivery, myLinks, manageMyLinks]),
  ...kit,
])

/** The router of one page; a test gives it a history of its own. */
export const makeRouter = (history: RouterHistory = createBrowserHistory()) =>
  createRouter({
    routeTree,
    history,
    defaultErrorComponent: (props: ErrorComponentProps) => <RouteError {...props} />,
    defaultPendingComponent: PagePending,
    defaultPendingMs: SHOW_WAITING_AFTER_MS,
    defaultPendingMinMs: 0,
    // The query client is the one cache: routes always ask it.
    defaultStaleTime: 0,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
