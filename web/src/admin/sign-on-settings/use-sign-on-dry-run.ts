import { useRef, useState } from 'react'
import { dryRunSignOn, type SignOnDryRun } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { runAction } from '../../patterns/run-action.ts'

/** Runs dry runs of a sign-on; holds the last result, or why there is none. */
export function useSignOnDryRun(systemId: number) {
  const { uid } = useSignedIn()
  const [result, setResult] = useState<SignOnDryRun | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const asked = useRef(0)
  const clear = (reason: string | null = null) => {
    asked.current += 1
    setResult(null)
    setProblem(reason)
    setBusy(false)
  }
  const run = async (userId: number) => {
    const mine = asked.current
    let found = null as SignOnDryRun | null
    setProblem(null)
    setBusy(true)
    const { ok, message } = await runAction(async () => {
      found = await call(dryRunSignOn, { params: { uid, appSystemId: systemId }, body: { userId } })
      return ''
    })
    // Another user has been chosen meanwhile.
    if (asked.current !== mine) return
    setResult(found)
    setProblem(ok ? null : message)
    setBusy(false)
  }
  return { result, problem, isBusy, run, clear }
}
