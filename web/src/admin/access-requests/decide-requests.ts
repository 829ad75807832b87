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
  /** Called with the requests that are still to be decided, where there are some. */
  onFailed: (failed: readonly AccessRequest[]) => void
}

/**
 * Decides one request after the other. A single one that fails is thrown as it is; of several, the others are decided.
 * @returns the message of success
 * @throws ApiError that says whose request was not decided, and why
 */
export async function decideRequests({ uid, asked, body, onFailed }: Decisions): Promise<string> {
  const [first] = asked
  const decide = ({ accessRequestId }: AccessRequest) =>
    request(decideAccessRequest, { params: { uid, accessRequestId }, body })
  if (asked.length === 1 && first) return (await decide(first)).message
  const t = texts(accessRequestTexts)
  const failed: { one: AccessRequest; problem: string }[] = []
  for (const one of asked)
    try {
      await decide(one)
    } catch (error) {
      failed.push({ one, problem: messageOfFailure(error) })
    }
  const count = asked.length
  if (failed.length === 0)
    return formatMessage(body.decisionCd === 'grant' ? t.access_granted_many : t.access_declined_many, { count })
  onFailed(failed.map(({ one }) => one))
  const problems = failed.map(({ one, problem }) =>
    formatMessage(t.access_decided_problem, { name: fullName(one), application: one.pageNm, problem }),
  )
  throw new ApiError(
    formatMessage(t.access_decided_partly, { done: count - failed.length, all: count, problems: problems.join(' ') }),
  )
}
