import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LogoutStep } from '@portico/contract/logout-chain/logout-chain.ts'
import { logoutTexts } from '@portico/contract/logout-chain/logout-texts.ts'
import { returnToAdministrator } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage, PageActions } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusHeadingAfterAction } from '../../ui/focus-heading-after-action.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import type { Departure } from './end-after-chain.ts'
import { LogoutSteps } from './LogoutSteps.tsx'
import classes from './LogoutReceipt.module.css'

/** Seconds to read the receipt before the next page opens by itself: as many as WCAG 2.2.1 asks for to stop it. */
const ONWARD_AFTER_SECONDS = 20

interface LogoutReceiptProps {
  steps: readonly LogoutStep[]
  /** False: there may be applications that the steps do not name. */
  isWhole: boolean
  departure: Departure
}

/** What was closed and what was not (decision M7). */
export function LogoutReceipt({ steps, isWhole, departure }: LogoutReceiptProps) {
  const t = useTexts(logoutTexts)
  const isComplete = isWhole && steps.every(({ outcome }) => outcome === 'done')
  const partly = steps.length === 0 ? t.logout_receipt_unknown : t.logout_receipt_some
  const body = isComplete ? t.logout_receipt_all : partly
  return (
    <CenteredPage title={t.logout_receipt_title} headingRef={focusOnMount}>
      <p role="status">{departure.kind === 'administrator' ? t.logout_receipt_returned : body}</p>
      <LogoutSteps steps={steps} currentId={null} />
      <Onward departure={departure} />
    </CenteredPage>
  )
}

/** Goes on by a button, or by itself unless the user stays (LOUT-008). */
function Onward({ departure }: { departure: Departure }) {
  const t = useTexts(logoutTexts)
  const router = useRouter()
  const { label, message, path, go } = nextPage(departure, t, (to) => void router.navigate({ to }))
  const { secondsLeft, stop } = useCountdown(ONWARD_AFTER_SECONDS, go)
  return (
    <div ref={focusHeadingAfterAction} className={classes['onward']}>
      {/* A timer is not announced every second. */}
      {secondsLeft !== null && <p role="timer">{formatMessage(message, { count: secondsLeft })}</p>}
      <p role="status">{secondsLeft === null && t.logout_stayed}</p>
      <PageActions>
        {secondsLeft !== null && <Button onClick={stop}>{t.logout_stay}</Button>}
        {path === undefined ? (
          <Button kind="primary" onClick={go}>
            {label}
          </Button>
        ) : (
          <Button kind="primary" root={(props) => <Link {...props} to={path} />}>
            {label}
          </Button>
        )}
      </PageActions>
    </div>
  )
}

/** Runs `onEnd` after this many seconds, unless stopped before. `secondsLeft` is null once it has been stopped. */
function useCountdown(seconds: number, onEnd: () => void): { secondsLeft: number | null; stop: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(seconds)
  // A new callback on every render must not restart the timer.
  const end = useEffectEvent(onEnd)
  const isRunning = secondsLeft !== null
  useEffect(() => {
    if (!isRunning) return undefined
    // By the clock, because browsers slow down the timers of hidden tabs.
    const endsAt = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setSecondsLeft(left)
      if (left > 0) return
      clearInterval(timer)
      end()
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning, seconds])
  return { secondsLeft, stop: () => setSecondsLeft(null) }
}

interface NextPage {
  label: string
  /** When it opens by itself, with `count` seconds. */
  message: Texts<typeof logoutTexts>['logout_sign_in_in']
  /** A page of the portal, which the button links to. */
  path?: string
  go: () => void
}

function nextPage(departure: Departure, t: Texts<typeof logoutTexts>, open: (path: string) => void): NextPage {
  if (departure.kind === 'administrator')
    return { label: t.logout_return, message: t.logout_returns_in, go: () => returnToAdministrator('returned') }
  const linkTo = (path: string) => ({ path, go: () => open(path) })
  if (departure.kind === 'sign-in')
    return { label: t.logout_sign_in, message: t.logout_sign_in_in, ...linkTo(paths.login()) }
  const { address } = departure
  const way = address === null ? linkTo(paths.federatedSignOut()) : { go: () => location.assign(address) }
  return { label: t.logout_continue, message: t.logout_continues_in, ...way }
}
