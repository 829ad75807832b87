import {
  SERVICE_ACCOUNT_MAX_DAYS,
  SERVICE_NETWORKS_MAX,
  SERVICE_OVERLAP_MAX_DAYS,
} from '@portico/contract/service-accounts/service-account-rules.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import { refuse, refuseField } from '../../http/answers.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { portalPageName } from '../../http/shipped-names.ts'
import type { ServiceAccountProblem } from './service-account-problem.ts'

const fields = {
  name: 'serviceAccountNm',
  client: 'clientId',
  owner: 'ownerId',
  scopes: 'scopeList',
  networks: 'networkList',
  end: 'endDt',
  overlap: 'overlapDays',
} as const

/** Refuses an account that cannot be, at its field. */
export function refuseProblem(problem: ServiceAccountProblem) {
  const { field } = problem
  return field === 'token' || field === 'account'
    ? refuseProblemOfToken(problem)
    : refuseField(fields[field], sentenceOf(problem))
}

/** Refuses a name that another request has taken meanwhile, at its field. */
export async function withFreeName<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'service_accounts_by_name')) return refuseProblem({ field: 'name', why: 'taken' })
    throw error
  }
}

/** Refuses what is done with a token, whose form has only the field of the overlap. */
export function refuseProblemOfToken(problem: ServiceAccountProblem) {
  if (problem.field === 'overlap' || (problem.field === 'token' && problem.why === 'too-many'))
    return refuseField('overlapDays', sentenceOf(problem))
  return refuse(problem.why === 'unknown' ? '404' : '422', sentenceOf(problem))
}

function sentenceOf(problem: ServiceAccountProblem): Message {
  switch (problem.field) {
    case 'name':
      return nameSentences[problem.why]
    case 'client':
      return sentences.service_employer_unknown
    case 'owner':
      return problem.why === 'lacks-page'
        ? lackedPage(sentences.service_owner_lacks_page, problem)
        : ownerSentences[problem.why]
    case 'scopes':
      return scopeSentence(problem)
    case 'networks':
      return problem.why === 'too-many'
        ? sentences.service_networks_too_many({ max: SERVICE_NETWORKS_MAX })
        : networkSentence(problem.lines)
    case 'overlap':
      return sentences.service_overlap_too_long({ days: SERVICE_OVERLAP_MAX_DAYS })
    case 'end':
      return endSentences[problem.why]
    case 'token':
      return tokenSentences[problem.why]
    default:
      return accountSentences[problem.why]
  }
}

function networkSentence(wrong: readonly { line: number; entry: string }[]): Message {
  const [first, ...others] = wrong
  if (first && others.length === 0) return sentences.service_network_invalid(first)
  return sentences.service_networks_invalid({ lines: wrong.map(({ line }) => line).join(', ') })
}

const endSentences = {
  past: sentences.service_end_past,
  'too-late': sentences.service_end_too_late({ days: SERVICE_ACCOUNT_MAX_DAYS }),
}
const tokenSentences = { 'too-many': sentences.service_tokens_too_many, unknown: sentences.service_token_gone }
const accountSentences = { ended: sentences.service_account_ended, unknown: sentences.service_account_gone }

function scopeSentence(problem: Extract<ServiceAccountProblem, { field: 'scopes' }>): Message {
  switch (problem.why) {
    case 'none':
      return sentences.service_scopes_none
    case 'editor-lacks-page':
      return lackedPage(sentences.service_creator_lacks_page, problem)
    case 'employer-only':
      return sentences.service_scope_employer(problem)
    default:
      return sentences.service_scope_installation(problem)
  }
}

const lackedPage = (
  say: typeof sentences.service_owner_lacks_page,
  { scope, page }: { scope: string; page: string },
): Message => say({ scope, page: portalPageName(page) })

const nameSentences = {
  empty: sentences.field_required,
  'too-long': sentences.field_too_long,
  taken: sentences.service_name_taken,
}

const ownerSentences = {
  inactive: sentences.service_owner_inactive,
  external: sentences.service_owner_external,
  'other-employer': sentences.service_owner_other_employer,
}
