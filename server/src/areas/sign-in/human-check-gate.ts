import type { HumanCheckNeeded } from '@portico/contract/human-check.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { outcome, type Refusal } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { type HumanCheckPolicy, sourceOfNetwork } from './human-check-rules.ts'
import { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'
import { hasFailedOften } from './sign-in-store.ts'

export type HumanCheckMissing = Refusal<'204', z.output<typeof HumanCheckNeeded>>

/** Lets a call before sign-in on, or says that a human check comes first. */
export type HumanCheckGate = (facts: RequestFacts) => Promise<HumanCheckMissing | null>

export const humanCheckMissing = (): HumanCheckMissing =>
  outcome('204', defaultTexts.human_check_needed, { humanCheck: true as const })

const judged = `
  select exists (select from passed_human_checks where token_id = $1 and expires_at > clock_now()) as is_passed,
         exists (select from sign_in_failures where source = $2 and ${hasFailedOften}) as has_failed`

/** The gate of calls that are about no name yet: where checks are always asked for, or from this network by now. */
export function humanCheckGate(db: Db, preLogin: PreLoginTokens, policy: HumanCheckPolicy): HumanCheckGate {
  return async (facts) => {
    if (policy.mode === 'never') return null
    const token = preLoginTokenOf(preLogin, facts)
    const [row] = await db.prepared<{ is_passed: boolean; has_failed: boolean }>('human-check-gate', judged, [
      token?.id ?? Buffer.alloc(0),
      sourceOfNetwork(networkOf(facts.address)),
    ])
    const isAsked = policy.mode === 'always' || (policy.countsNetworks && row?.has_failed === true)
    return isAsked && row?.is_passed !== true ? humanCheckMissing() : null
  }
}
