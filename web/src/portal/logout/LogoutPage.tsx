import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { LogoutStep } from '@portico/contract/logout-chain/logout-chain.ts'
import { logoutTexts } from '@portico/contract/logout-chain/logout-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { endsLogoutTrial } from '../../api/logout-trial.ts'
import { currentSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { CenteredPage, PageActions } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { endAfterChain, type Departure } from './end-after-chain.ts'
import { type ChainState, forgetSteps, receiptOf, runLogoutChain, storedSteps } from './logout-chain.ts'
import { LogoutReceipt } from './LogoutReceipt.tsx'
import { LogoutSteps } from './LogoutSteps.tsx'

interface Receipt {
  steps: readonly LogoutStep[]
  /** False: the chain broke off, and there may be applications that the receipt does not know. */
  isWhole: boolean
  departure: Departure
}

/** Signs out of every application that was opened, then of the portal, and shows what became of each (LOUT-010..025). */
export function LogoutPage() {
  const t = useTexts(logoutTexts)
  const { state, receipt, isTrial, skip, finish } = useLogoutChain()
  if (isTrial) return <TrialEnd />
  if (receipt) return <LogoutReceipt {...receipt} />
  const { steps, current } = state
  return (
    <CenteredPage title={t.logout_title}>
      <p>{t.logout_intro}</p>
      <p role="status">{current && formatMessage(t.logout_at, { application: current.systemNm })}</p>
      <LogoutSteps steps={steps} currentId={current?.systemId ?? null} />
      <PageActions>
        {current && <Button onClick={skip}>{formatMessage(t.logout_skip, { application: current.systemNm })}</Button>}
        <Button kind="primary" onClick={finish}>
          {t.logout_finish}
        </Button>
      </PageActions>
    </CenteredPage>
  )
}

/** The window in which an administrator tried the logout address of an application. */
function TrialEnd() {
  const t = useTexts(logoutTexts)
  return (
    <CenteredPage title={t.logout_trial_end_title} headingRef={focusOnMount}>
      <p>{t.logout_trial_end}</p>
    </CenteredPage>
  )
}

/** Runs the chain once for this visit of the page. */
function useLogoutChain() {
  const router = useRouter()
  const { app, logoutMode } = useSearch({ from: paths.logout() })
  const [state, setState] = useState<ChainState>({ steps: storedSteps(), current: null })
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [isTrial, setIsTrial] = useState(false)
  const [finishing] = useState(() => new AbortController())
  const skipping = useRef<(() => void) | null>(null)
  const hasStarted = useRef(false)

  useEffect(() => {
    // An application kept the browser, and the user went back: what this page knew is old.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const run = async () => {
      // An administrator tries the address: no chain runs, which would have noted its applications.
      if (app !== undefined && storedSteps().length === 0 && endsLogoutTrial(app)) return setIsTrial(true)
      const session = currentSession()
      if (!session) return showFormer()
      const chain = await runLogoutChain({
        session,
        mode: logoutMode,
        returnedFrom: app,
        show: setState,
        finish: finishing.signal,
        skipped: () => new Promise((resolve) => void (skipping.current = resolve)),
      }).catch(() => null)
      if (chain === null && currentSession() === null) return showFormer()
      // Whatever became of the applications, the session of the portal ends.
      const steps = chain ?? receiptOf(storedSteps())
      setReceipt({ steps, isWhole: chain !== null, departure: await endAfterChain(session, logoutMode) })
    }
    /** The server ended the session meanwhile: an application had kept the browser (decision M1). */
    const showFormer = () => {
      const steps = receiptOf(storedSteps())
      forgetSteps()
      if (steps.length === 0) return void router.navigate({ to: paths.login(), replace: true })
      setReceipt({ steps, isWhole: true, departure: { kind: 'sign-in' } })
    }
    void run()
  }, [app, logoutMode, finishing, router])

  return { state, receipt, isTrial, skip: () => skipping.current?.(), finish: () => finishing.abort() }
}
