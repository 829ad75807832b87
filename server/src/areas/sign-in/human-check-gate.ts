import type { HumanCheckNeeded } from '@portico/contract/human-check/human-check.ts'
import { sentences } from '../../http/sentences.ts'
import type { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { bool, bytes, statement, text } from '../../db/statement.ts'
import { declaredCode, type Refusal } from '../../http/answers.ts'
import type { RequestContext } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { type HumanCheckPolicy, sourceOfNetwork } from './human-check-rules.ts'
import { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'
import { hasFailedOften } from './sign-in-store.ts'

export type HumanCheckMissing = Refusal<'204', z.output<typeof HumanCheckNeeded>>

/** Lets a call before sign-in continue, or answers that a human check is required first. */
export type HumanCheckGate = (context: RequestContext) => Promise<HumanCheckMissing | null>

export const humanCheckMissing = (): HumanCheckMissing =>
  declaredCode('204', sentences.human_check_needed, { humanCheck: true as const })

const checksOf = statement([bytes, text], {
  name: 'sign-in: human checks of token and source',
  text: `
  select exists (select from passed_human_checks where token_id = $1 and expires_at > clock_now()) as "isPassed",
         exists (select from sign_in_failures where source = $2 and ${hasFailedOften}) as "hasFailed"`,
  row: { isPassed: bool, hasFailed: bool },
})

/** The gate of calls that name no user yet: required when the check is always on, or by failures of this network. */
export function humanCheckGate(db: Db, preLogin: PreLoginTokens, policy: HumanCheckPolicy): HumanCheckGate {
  return async (context) => {
    if (policy.mode === 'never') return null
    const token = preLoginTokenOf(preLogin, context)
    const source = sourceOfNetwork(networkOf(context.address))
    const row = await runFirst(db, checksOf(token?.id ?? Buffer.alloc(0), source))
    const isAsked = policy.mode === 'always' || (policy.countsNetworks && row?.hasFailed === true)
    return isAsked && row?.isPassed !== true ? humanCheckMissing() : null
  }
}
