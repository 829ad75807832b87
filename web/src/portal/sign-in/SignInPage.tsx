import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { signInPageTexts } from '@portico/contract/texts/sign-in-page-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import type { EndReason } from '../../api/siblings.ts'
import { useTexts } from '../../api/texts.ts'
import { defaultBrandQuery } from '../../shell/brand-queries.ts'
import { Logo } from '../../shell/Logo.tsx'
import { Version } from '../../shell/Version.tsx'
import { paths } from '../../paths.ts'
import { isTypedKept } from '../../ui/typed.ts'
import { Arcade } from './Arcade.tsx'
import { SignInForm } from './SignInForm.tsx'
import classes from './SignInPage.module.css'

/** The door: the form on the left, the background of the brand on the right where there is room. */
export function SignInPage() {
  const t = useTexts(signInTexts)
  const brand = useQuery(defaultBrandQuery()).data
  const { notLoggedIn, sessionExpired } = useSearch({ from: paths.login() })
  const { signedOut, endedBecause } = useLocation().state
  const router = useRouter()
  const loadHome = () => void router.loadRouteChunk(router.routesByPath[paths.home()])
  const wasTurnedAway = Boolean(notLoggedIn ?? sessionExpired)
  const more = useReasons(endedBecause)
  const ownChoice = endedBecause === 'password-changed' ? t.login_password_changed : null
  const notice = wasTurnedAway ? t.login_not_logged_in : (ownChoice ?? (signedOut ? t.login_signed_out : null))
  return (
    <div className={classes['split']}>
      <div className={classes['side']}>
        <header className={classes['brand']}>
          <Logo />
        </header>
        <main className={classes['main']}>
          <SignInForm title={t.login_title} notice={notice} more={more} onFirstKey={loadHome} />
        </main>
        <footer className={classes['foot']}>
          <Version />
        </footer>
      </div>
      <div className={classes['picture']} aria-hidden="true">
        <Arcade />
        {brand?.defaultLoginPageBgUrl && <img className={classes['photo']} src={brand.defaultLoginPageBgUrl} alt="" />}
      </div>
    </div>
  )
}

/** What can be said about the end of a session, beside that it is over. */
function useReasons(endedBecause: EndReason | undefined): string {
  const { login_displaced: displaced } = useTexts(signInTexts)
  const t = useTexts(signInPageTexts)
  const reasons: Partial<Record<EndReason, string>> = {
    displaced,
    idle: t.login_idle,
    limit: t.login_limit,
    revoked: t.login_revoked,
    company: t.login_ended_by_company,
  }
  const why = endedBecause && reasons[endedBecause]
  return [why, endedBecause && isTypedKept() ? t.login_typed_kept : undefined].filter(Boolean).join(' ')
}
