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
export const makeAskRoute = <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
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
export const makeContactRoute = <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
  createRoute({
    getParentRoute,
    path: 'contact-us',
    loader: async () => (await import('./portal/contact-us/contact-queries.ts')).loadContact(requireUid()),
    component: lazyRouteComponent(() => import('./portal/contact-us/ContactUsPage.tsx'), 'ContactUsPage'),
    staticData: { title: () => texts(shellTexts).menu_contact_us },
  })
