import { checkActiveUser } from '@portico/contract/federation.ts'
import { federationTexts } from '@portico/contract/texts/federation-texts.ts'
import { ask, isCode } from '../../api/call.ts'
import { texts } from '../../api/texts.ts'
import { ownPath } from '../../paths.ts'
import { signOutDone } from '../../shell/sign-out.ts'
import { admit, type Outcome, refusalFor } from '../sign-in/sign-in.ts'

/** What the company's sign-on sent along behind the sign that browsers send to nobody. */
export interface Arrival {
  ticket: string | undefined
  /** Why there is no ticket. */
  failed: string | undefined
  returnTo: string | null
}

export function readArrival(hash: string): Arrival {
  const words = new URLSearchParams(hash.replace(/^#/, ''))
  const word = (name: string) => words.get(name) ?? undefined
  return { ticket: word('ticket'), failed: word('failed'), returnTo: ownPath(word('returnTo')) }
}

/** Asks whether the person may come in; `endsOther` confirms that his other session may be ended (SIGN-037). */
export async function arrive({ ticket, failed }: Arrival, endsOther = false): Promise<Outcome> {
  if (failed !== undefined) return refused(sentenceFor(failed))
  try {
    await signOutDone()
    const confirmation = endsOther ? { confirmedHangingSession: 'true' as const } : {}
    const query = { ...(ticket === undefined ? {} : { token: ticket }), ...confirmation }
    return await admit(await ask(checkActiveUser, { query }))
  } catch (error) {
    // SIGN-071: the server's sentence follows the specified one.
    return isCode(error, '401') ? refused(error.message) : refusalFor(error)
  }
}

const refused = (sentence: string): Outcome => ({
  kind: 'refused',
  sentence: `${texts(federationTexts).sso_error} ${sentence}`,
  clears: 'nothing',
})

function sentenceFor(failed: string): string {
  const t = texts(federationTexts)
  const sentences = new Map<string, string>([
    ['expired', t.sso_expired],
    ['company', t.sso_company_refused],
    ['unknown', t.sso_unknown_user],
    ['provider', t.sso_no_provider],
  ])
  return sentences.get(failed) ?? t.sso_answer_refused
}
