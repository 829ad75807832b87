import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { signInPageTexts } from '@portico/contract/sign-in/sign-in-page-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import type { EndReason } from '../../api/tab-channel.ts'
import { useTexts } from '../../api/texts.ts'
import { defaultBrandQuery } from '../../shell/brand-queries.ts'
import { Logo } from '../../shell/Logo.tsx'
import { paths } from '../../paths.ts'
import { hasStoredState } from '../../ui/restorable-state.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** The sign-in; says why the user is here. */
export function SignInPage() {
  const t = useTexts(signInTexts)
  const brand = useQuery(defaultBrandQuery()).data
  const { notLoggedIn, sessionExpired } = useSearch({ from: paths.login() })
  const { signedOut, endReason } = useLocation().state
  const router = useRouter()
  const loadHome = () => void router.loadRouteChunk(router.routesByPath[paths.home()])
  const requiresSignIn = Boolean(notLoggedIn ?? sessionExpired)
  const { reason, note } = useEndReasonText(endReason)
  const notice = requiresSignIn ? t.login_not_logged_in : (reason ?? (signedOut ? t.login_signed_out : null))
  const detail = [requiresSignIn ? reason : undefined, note].filter(Boolean).join(' ')
  return (
    <SignInLayout logo={<Logo />} background={brand?.defaultLoginPageBgUrl ?? null}>
      <SignInForm title={t.login_title} notice={notice} detail={detail} onFirstInput={loadHome} />
    </SignInLayout>
  )
}

/** Why the session ended, and what became of unsaved text. */
function useEndReasonText(endedBecause: EndReason | undefined): { reason: string | undefined; note?: string } {
  const { login_displaced: displaced, login_password_changed: changed } = useTexts(signInTexts)
  const t = useTexts(signInPageTexts)
  const reasons: Partial<Record<EndReason, string>> = {
    displaced,
    'password-changed': changed,
    idle: t.login_idle,
    limit: t.login_limit,
    revoked: t.login_revoked,
    company: t.login_ended_by_company,
  }
  const reason = endedBecause && reasons[endedBecause]
  return { reason, ...(endedBecause && hasStoredState() ? { note: t.login_typed_kept } : {}) }
}
