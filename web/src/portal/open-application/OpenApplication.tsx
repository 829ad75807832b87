import { useEffect, useRef, useState } from 'react'
import type { AccountChoice, LaunchAnswer } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { singleSignOnTexts } from '@portico/contract/single-sign-on/single-sign-on-texts.ts'
import { ApiError } from '../../api/call.ts'
import { reportError } from '../../api/client-log.ts'
import { useTexts } from '../../api/texts.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { Reauthentication } from '../../shell/Reauthentication.tsx'
import { AccountList } from './AccountList.tsx'
import { CannotOpen } from './CannotOpen.tsx'
import { openPlace, placeFor } from './hand-over.ts'

type State =
  | { kind: 'opening' }
  | { kind: 'choosing'; accounts: AccountChoice['accounts'] }
  | { kind: 'failed'; message: string; canRetry: boolean }

/** A refusal stays one; the network or a busy server may be back. */
function failureOf(error: unknown, failed: string): State {
  if (!(error instanceof ApiError)) void reportError(error, location.pathname)
  const refusal = error instanceof ApiError && ['403', '404'].includes(error.code) ? error.message : null
  return { kind: 'failed', message: refusal ?? failed, canRetry: refusal === null }
}

interface OpenApplicationProps {
  /** Asks how the application opens; `accountId`: the account that the user chose, if any. */
  launch: (accountId?: number) => Promise<LaunchAnswer>
}

/** Opens an application in this window; lets the user choose an account where there are several. */
export function OpenApplication({ launch }: OpenApplicationProps) {
  const t = useTexts(singleSignOnTexts)
  const { launch_failed: failed } = useTexts(homeTexts)
  const [state, setState] = useState<State>({ kind: 'opening' })
  const hasStarted = useRef(false)

  const open = async (accountId?: number): Promise<State> => {
    const answer = await launch(accountId)
    if ('accounts' in answer) return { kind: 'choosing', accounts: answer.accounts }
    const place = placeFor(answer)
    if (!place) return { kind: 'failed', message: failed, canRetry: false }
    openPlace(place)
    return { kind: 'opening' }
  }
  const attempt = async (accountId?: number) => {
    setState({ kind: 'opening' })
    setState(await open(accountId).catch((error: unknown) => failureOf(error, failed)))
  }

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void attempt()
  })

  if (state.kind === 'failed')
    return state.canRetry ? (
      <CannotOpen message={state.message} onRetry={() => void attempt()} />
    ) : (
      <CannotOpen message={state.message} />
    )
  return (
    <CenteredPage title={state.kind === 'choosing' ? t.sign_on_choose_title : t.sign_on_title}>
      {state.kind === 'choosing' && <AccountList accounts={state.accounts} onChoose={(id) => void attempt(id)} />}
      {/* The application can ask for a sign-in of its own. */}
      <Reauthentication />
    </CenteredPage>
  )
}
