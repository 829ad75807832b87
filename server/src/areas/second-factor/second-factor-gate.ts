import { SIGN_IN_HEADER } from '@portico/contract/kit/headers.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { outcome } from '../../http/answers.ts'
import type { SecondFactorGate } from '../sign-in/public.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { type ProviderName, skipsLeft, stepFor } from './second-factor-rules.ts'

/** Minutes within which one step of a sign-in leads to the next. */
export const STEP_MINUTES = 5

/** Pages of the portal's front end. A tab knows its sign-in by a header, so that no token stands in an address. */
const SHOW_PAGE = '/second-factor'
const ENROL_PAGE = '/second-factor/enrol'

/** Whether a sign-in has to stop for the second factor, and where it goes on; null: nobody is asked. */
export function secondFactorGate(provider: ProviderName | null): SecondFactorGate {
  return {
    mayAsk: (account) => provider !== null && stepFor(account, provider) !== null,
    step: async (stores, account, { facts, isConfirmed }) => {
      const step = provider === null ? null : stepFor(account, provider)
      const userId = account.user_id
      if (step === null || facts.binding === undefined)
        return step === null ? null : outcome('204', defaultTexts.login_failed, null)
      const token = facts.trustedDevice
      if (step === 'show' && token !== undefined && (await stores.trustedDevices.use(userId, hashToken(token))))
        return null
      const bindingHash = hashToken(facts.binding)
      const ticket = { userId, bindingHash, isConfirmed, minutes: STEP_MINUTES }
      if (step === 'show') {
        const begun = await stores.signInTickets.issue({ ...ticket, step: 'factor' })
        return outcome('207', defaultTexts.second_factor_title, SHOW_PAGE, { [SIGN_IN_HEADER]: begun })
      }
      const left = skipsLeft(account.client_second_factor_skips, await stores.factorProgress.skipsOf(userId))
      const begun = await stores.signInTickets.issue({ ...ticket, step: 'enrolment' })
      const offer = { token: begun, enrollUrl: ENROL_PAGE, canSkip: left > 0, skipsLeft: left }
      return outcome('309', defaultTexts.enrol_title, offer, { [SIGN_IN_HEADER]: begun })
    },
  }
}
