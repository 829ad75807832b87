import { useRef, useState } from 'react'
import { dryRunSignOn, type SignOnDryRun } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { runAction } from '../../patterns/run-action.ts'

interface Found {
  version: number | undefined
  result: SignOnDryRun | null
  problem: string | null
}

/**
 * Runs dry runs of a sign-on; holds the last result, or why there is none.
 * @param version of the settings, where they can be saved beside it: what was found with others is not shown
 */
export function useSignOnDryRun(systemId: number, version?: number) {
  const { uid } = useSignedIn()
  const [found, setFound] = useState<Found>({ version, result: null, problem: null })
  const [isBusy, setBusy] = useState(false)
  const asked = useRef(0)
  const clear = (reason: string | null = null) => {
    asked.current += 1
    setFound({ version, result: null, problem: reason })
    setBusy(false)
  }
  const run = async (userId: number) => {
    const mine = asked.current
    let result = null as SignOnDryRun | null
    setFound((before) => ({ ...before, problem: null }))
    setBusy(true)
    const { ok, message } = await runAction(async () => {
      result = await call(dryRunSignOn, { params: { uid, appSystemId: systemId }, body: { userId } })
      return ''
    })
    // Another user has been chosen meanwhile.
    if (asked.current !== mine) return
    setFound({ version, result, problem: ok ? null : message })
    setBusy(false)
  }
  const isCurrent = found.version === version
  return {
    result: isCurrent ? found.result : null,
    problem: isCurrent ? found.problem : null,
    isBusy,
    run,
    clear,
  }
}
