import { type AnyRoute, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import { currentSession } from './api/session.ts'
import { texts } from './api/texts.ts'

function requireUid(): number {
  const uid = currentSession()?.uid
  if (uid === undefined) throw notFound()
  return uid
}

/** The page that asks for an application. */
const makeAskRoute = <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
  createRoute({
    getParentRoute,
    path: 'ask-for-application',
    loader: async () => (await import('./portal/ask-for-application/access-queries.ts')).loadAccess(requireUid()),
    component: lazyRouteComponent(
      () => import('./portal/ask-for-application/AskForApplicationPage.tsx'),
      'AskForApplicationPage',
    ),
    staticData: { title: () => texts(shellTexts).menu_ask_for_application },
  })

/** The page with representatives and enhancement requests. */
const makeContactRoute = <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
  createRoute({
    getParentRoute,
    path: 'contact-us',
    loader: async () => (await import('./portal/contact-us/contact-queries.ts')).loadContact(requireUid()),
    component: lazyRouteComponent(() => import('./portal/contact-us/ContactUsPage.tsx'), 'ContactUsPage'),
    staticData: { title: () => texts(shellTexts).menu_contact_us },
  })

/** The page that opens a published file. */
const makeFileRoute = <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
  createRoute({
    getParentRoute,
    path: 'files/$fileNm',
    loader: async ({ params }) =>
      (await import('./portal/open-file/open-file.ts')).loadFile((params as { fileNm: string }).fileNm),
    component: lazyRouteComponent(() => import('./portal/open-file/OpenFilePage.tsx'), 'OpenFilePage'),
    staticData: { title: () => texts(shellTexts).file_page_title },
  })

/** Requests, contacts and published files. */
export const makeRequestRoutes = <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
  [makeAskRoute(getParentRoute), makeContactRoute(getParentRoute), makeFileRoute(getParentRoute)] as const
