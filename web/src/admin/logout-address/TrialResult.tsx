import type { CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import { logoutAddressTexts } from '@portico/contract/logout-chain/logout-address-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { Alert, type Tone } from '../../ui/Alert.tsx'
import { ANSWER_TIMEOUT_MS, type TrialState } from './use-logout-trial.ts'

type System = Pick<CatalogSystem, 'systemId' | 'logoutReturnUrlTxt'>

/** What came of the trial of a logout address. */
export function TrialResult({ state, system }: { state: TrialState; system: System }) {
  const t = useTexts(logoutAddressTexts)
  if (state === null) return null
  const [tone, message] = resultOf(state, system, t)
  return <Alert tone={tone}>{message}</Alert>
}

function resultOf(
  state: Exclude<TrialState, null>,
  { systemId, logoutReturnUrlTxt }: System,
  t: Texts<typeof logoutAddressTexts>,
): [tone: Tone, message: string] {
  if (state === 'waiting') return ['info', t.logout_trial_waiting]
  if (state === 'late') return ['warning', t.logout_trial_late]
  const expected = new URL(logoutReturnUrlTxt).searchParams.get('app') ?? ''
  const { app, afterMs } = state
  if (app !== expected && app !== String(systemId))
    return ['warning', formatMessage(t.logout_trial_other, { app, expected })]
  const seconds = Math.max(0.1, Math.round(afterMs / 100) / 10)
  if (afterMs > ANSWER_TIMEOUT_MS) return ['warning', formatMessage(t.logout_trial_slow, { seconds })]
  return ['success', formatMessage(t.logout_trial_done, { seconds })]
}
