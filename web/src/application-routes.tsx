import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { singleSignOnTexts } from '@portico/contract/single-sign-on/single-sign-on-texts.ts'
import { texts } from './api/texts.ts'
import { paths } from './paths.ts'
import { readPathIds } from './patterns/path-ids.ts'
import { requireFullSession } from './shell/guards.ts'

/** Pages that open applications: by a link, and because an application asks for a sign-on. */
export function makeApplicationRoutes<Root extends AnyRoute>(root: () => Root) {
  const openApplication = createRoute({
    getParentRoute: root,
    path: paths.openApplication(),
    params: { parse: (params: { pageId: string }) => readPathIds(params) },
    beforeLoad: async ({ location }) => ({ session: await requireFullSession(location) }),
    component: lazyRouteComponent(() => import('./portal/open-application/OpenPage.tsx'), 'OpenPage'),
    staticData: { title: () => texts(singleSignOnTexts).sign_on_title },
  })

  const signOn = createRoute({
    getParentRoute: root,
    path: paths.signOn(),
    beforeLoad: async ({ location }) => {
      const { needsUser } = await import('./portal/open-application/sign-on-request.ts')
      if (await needsUser(location.hash)) await requireFullSession(location)
    },
    component: lazyRouteComponent(() => import('./portal/open-application/SignOnPage.tsx'), 'SignOnPage'),
    staticData: { title: () => texts(singleSignOnTexts).sign_on_title },
  })
  return [openApplication, signOn] as const
}
