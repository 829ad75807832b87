import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { outcome } from '../../http/answers.ts'
import type { SecondFactorGate } from './enter.ts'

/** Keeps out whoever needs a second factor while there is no provider to ask for it. */
export const secondFactorGate = (isOn: boolean): SecondFactorGate => ({
  mayAsk: (account) => isOn && account.second_factor_required,
  step: async () => outcome('204', defaultTexts.login_second_factor_missing, null),
})
