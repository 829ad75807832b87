import { everything } from '../../db/scope.ts'
import { Answer, Refusal, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Transact } from '../../stores.ts'
import { holdProvider } from './held-provider.ts'
import { recordProviderChange } from './save-provider.ts'

interface Employers {
  providerId: number
  employerIds: readonly number[]
  version: number | undefined
}

/** Replaces the employers of a provider; changes nothing where one of them is unknown or uses another provider. */
export function saveEmployers(
  { transact }: { transact: Transact<'audit' | 'providers' | 'tx'> },
  call: CallContext,
  { providerId, employerIds, version }: Employers,
) {
  return transact(everything, async (stores) => {
    const provider = await holdProvider(stores.tx, providerId, version)
    if (provider instanceof Refusal) return provider
    const before = await stores.providers.lockState(providerId)
    const result = await stores.providers.replaceClients(providerId, employerIds)
    if (result === 'unknown') return refuseField('employerIdList', sentences.saml_provider_employer_unknown)
    if (result !== 'replaced')
      return refuseField('employerIdList', sentences.saml_provider_employer_taken({ provider: result.takenBy }))
    // The employers are part of what the version counts.
    await stores.providers.stampChange(providerId, call.caller.user.id)
    recordProviderChange(stores, call, providerId, [before, await stores.providers.lockState(providerId)])
    return new Answer(null)
  })
}
