import { checkDirectoryUser, findWayIn, startDirectorySignIn } from '@portico/contract/directory.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ask, isCode } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { signOutDone } from '../../shell/sign-out.ts'
import type { CompanyArrival } from './ways-in.ts'
import { admit, fetchPreLoginToken, type Outcome, refusalFor, refused } from './sign-in.ts'

/** On to the sign-in of the company. */
export const companySignIn = (): Outcome => ({ kind: 'elsewhere', address: startDirectorySignIn.path })

/** What becomes of somebody who came back; `endsOther` confirms that his other session may be ended (SIGN-037). */
export async function arriveFromCompany(arrival: CompanyArrival, endsOther = false): Promise<Outcome> {
  if (arrival.ticket === null) return refused(sentenceFor(arrival.refusedWith), 'nothing')
  try {
    await signOutDone()
    const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
    return await admit(await ask(checkDirectoryUser, { query: { token: arrival.ticket, ...confirmation } }))
  } catch (error) {
    return isCode(error, '401') ? refused(error.message, 'nothing') : refusalFor(error)
  }
}

function sentenceFor(code: string | null): string {
  const t = texts(signInTexts)
  if (code === '403') return t.login_directory_unknown
  return code === '401' || code === '400' ? t.login_directory_again : t.login_failed
}

/** Where somebody of this name signs in: here by password, or elsewhere, where he is then led. */
export async function wayOf(userName: string): Promise<Outcome | 'password'> {
  try {
    await fetchPreLoginToken()
    const answer = await ask(findWayIn, { body: { userNm: userName.trim() } })
    return answer.code === '207' ? { kind: 'elsewhere', address: answer.data } : 'password'
  } catch (error) {
    return refusalFor(error)
  }
}
