import { everything } from '../../../db/scope.ts'
import { Answer, Refusal, refuseField } from '../../../http/answers.ts'
import type { CallContext } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import { holdProvider } from './held-provider.ts'
import { recordProviderChange } from './save-provider.ts'
import type { Db } from '../../../db/database.ts'
import { lockProviderState, replaceProviderClients, stampProviderChange } from './provider-store.ts'

interface Employers {
  providerId: number
  employerIds: readonly number[]
  version: number | undefined
}

/** Replaces the employers of a provider; changes nothing where one of them is unknown or uses another provider. */
export function saveEmployers({ db }: { db: Db }, call: CallContext, { providerId, employerIds, version }: Employers) {
  return db.transact(everything, async (tx) => {
    const provider = await holdProvider(tx, providerId, version)
    if (provider instanceof Refusal) return provider
    const before = await lockProviderState(tx, providerId)
    const result = await replaceProviderClients(tx, providerId, employerIds)
    if (result === 'unknown') return refuseField('employerIdList', sentences.saml_provider_employer_unknown)
    if (result !== 'replaced')
      return refuseField('employerIdList', sentences.saml_provider_employer_taken({ provider: result.takenBy }))
    const isChanged = recordProviderChange(tx, call, providerId, [before, await lockProviderState(tx, providerId)])
    // The employers are part of what the version counts.
    if (isChanged) await stampProviderChange(tx, providerId, call.caller.user.id)
    return new Answer(null)
  })
}
