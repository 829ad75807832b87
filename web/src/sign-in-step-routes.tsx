import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { currentSession } from './api/session.ts'
import { texts } from './api/texts.ts'
import { paths } from './paths.ts'
import { redirectOnward, requireSession } from './shell/guards.ts'

/** Pages between a password and the portal: second factor, license, what an account lacks; and those of a forgotten password. */
export function makeSignInStepRoutes<Root extends AnyRoute>(root: () => Root) {
  /** One page for both: the state of this browser's sign-in decides what it shows. */
  const secondFactorPages = [paths.secondFactor(), paths.enrollSecondFactor()].map((path) =>
    createRoute({
      getParentRoute: root,
      path,
      beforeLoad: ({ location }) => {
        const session = currentSession()
        if (session) redirectOnward(session, location.state)
      },
      loader: async () => (await import('./portal/second-factor/second-factor.ts')).loadPrompt(),
      component: lazyRouteComponent(() => import('./portal/second-factor/SecondFactorPage.tsx'), 'SecondFactorPage'),
      staticData: { title: () => texts(generalTexts).second_factor_page_title },
    }),
  )

  const license = createRoute({
    getParentRoute: root,
    path: paths.license(),
    beforeLoad: async ({ location }) => {
      const session = await requireSession(location)
      if (session.gate !== 'license') redirectOnward(session, location.state)
      return { session }
    },
    loader: async ({ context }) => (await import('./portal/gates/gate-queries.ts')).loadLicense(context.session.uid),
    component: lazyRouteComponent(() => import('./portal/gates/LicensePage.tsx'), 'LicensePage'),
    staticData: { title: () => texts(signInTexts).license_title },
  })

  const gate = createRoute({
    getParentRoute: root,
    path: paths.gate(),
    beforeLoad: async ({ location }) => {
      const session = await requireSession(location)
      const { gate: closed } = session
      if (closed === null || closed === 'license' || closed === 'question')
        return redirectOnward(session, location.state)
      return { closed }
    },
    // The password rules load before the page opens; a failure is shown where they are needed.
    loader: async () => (await import('./portal/password/password-queries.ts')).loadPasswordRules(),
    component: lazyRouteComponent(() => import('./portal/gates/GatePage.tsx'), 'GatePage'),
    staticData: { title: () => texts(signInTexts).gate_title },
  })

  const accountSetup = createRoute({
    getParentRoute: root,
    path: paths.accountSetup(),
    beforeLoad: async ({ location }) => {
      const session = await requireSession(location)
      if (session.gate !== 'question') redirectOnward(session, location.state)
      return { session }
    },
    loader: async ({ context }) =>
      (await import('./portal/account-settings/account-queries.ts')).loadSetup(context.session.uid),
    component: lazyRouteComponent(() => import('./portal/account-setup/AccountSetupPage.tsx'), 'AccountSetupPage'),
    staticData: { title: () => texts(signInTexts).gate_title },
  })

  const forgotPassword = createRoute({
    getParentRoute: root,
    path: paths.forgotPassword(),
    component: lazyRouteComponent(
      () => import('./portal/forgot-password/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
    staticData: { title: () => texts(signInTexts).login_forgot },
  })

  const choosePassword = createRoute({
    getParentRoute: root,
    path: paths.choosePassword(),
    loader: async ({ location }) => {
      const { openLink, tokenFromHash: tokenIn } = await import('./portal/choose-password/choose-password.ts')
      return openLink(tokenIn(location.hash))
    },
    component: lazyRouteComponent(
      () => import('./portal/choose-password/ChoosePasswordPage.tsx'),
      'ChoosePasswordPage',
    ),
    staticData: { title: () => texts(signInTexts).login_forgot },
  })
  return [forgotPassword, choosePassword, ...secondFactorPages, license, gate, accountSetup] as const
}
