import { fullName } from '@portico/contract/users/full-name.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { type AccessRequest, decideAccessRequest } from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { ApiError, request } from '../../api/call.ts'
import { formatMessage, texts } from '../../api/texts.ts'
import { messageOfFailure } from '../../patterns/run-action.ts'

interface Decisions {
  uid: number
  asked: readonly AccessRequest[]
  body: RequestOf<typeof decideAccessRequest>['body']
  /** Called with the requests that are decided, also where others are not. */
  onDecided: (decided: readonly AccessRequest[]) => void
}

/** Without an answer, or without a fresh sign-in, the others would fail as well. */
const isOver = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.code === '401')

/**
 * Decides one request after the other. A single one that fails is thrown as it is; of several, the others are decided.
 * @returns the message of success
 * @throws ApiError that says whose request was not decided, and why
 */
export async function decideRequests({ uid, asked, body, onDecided }: Decisions): Promise<string> {
  const t = texts(accessRequestTexts)
  const decided: AccessRequest[] = []
  const problems: string[] = []
  let message = ''
  for (const one of asked)
    try {
      const params = { uid, accessRequestId: one.accessRequestId }
      message = (await request(decideAccessRequest, { params, body })).message
      decided.push(one)
    } catch (error) {
      if (asked.length === 1) throw error
      const problem = messageOfFailure(error)
      const words = { name: fullName(one), application: one.pageNm, problem }
      problems.push(isOver(error) ? problem : formatMessage(t.access_decided_problem, words))
      if (isOver(error)) break
    }
  onDecided(decided)
  const count = asked.length
  if (problems.length > 0)
    throw new ApiError(
      formatMessage(t.access_decided_partly, { done: decided.length, all: count, problems: problems.join(' ') }),
    )
  if (count === 1) return message
  return formatMessage(body.decisionCd === 'grant' ? t.access_granted_many : t.access_declined_many, { count })
}
