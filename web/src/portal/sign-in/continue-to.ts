import type { AnyRouter } from '@tanstack/react-router'
import { returnPath, paths } from '../../paths.ts'

/** True for pages of this application that can continue a sign-in. */
const isSecondFactorPage = (address: string): boolean =>
  address === paths.secondFactor() || address === paths.enrollSecondFactor()

/**
 * Continues a sign-in elsewhere (207, 309): on a page of this application, or by leaving it; this page stays busy
 * until the browser has left. Keeps the requested page.
 */
export function continueTo(router: AnyRouter, address: string): void {
  const { state } = router.state.location
  if (isSecondFactorPage(address)) return router.history.push(address, state)
  void import('./redirect-to.ts').then(
    ({ redirectTo }) => redirectTo(address, returnPath(state.returnTo)),
    // The sign-in is worth more than the requested page.
    () => location.assign(address),
  )
}
