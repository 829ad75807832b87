import { ProofOfWork } from '@portico/contract/human-check/human-check.ts'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { parseJson } from '../../parse-json.ts'
import { CHECK_MINUTES, type HumanCheck } from './human-check.ts'

const ALGORITHM = 'PBKDF2/SHA-256'

/** Rounds of each attempt, and the number of attempts needed. */
export interface ProofEffort {
  cost: number
  leastCounter: number
  mostCounter: number
}

/** About a quarter of a second on a desktop, a second on an old phone; verifying takes a millisecond. */
export const PROOF_EFFORT: ProofEffort = { cost: 1_000, leastCounter: 500, mostCounter: 1_500 }

const Solved = z.object({
  challenge: ProofOfWork,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

/**
 * The portal's own check: work that the browser does in the background (WCAG 3.3.8: no puzzle), by the ALTCHA scheme.
 */
export function proofOfWork(
  keys: KeyRing,
  { cost, leastCounter, mostCounter }: ProofEffort = PROOF_EFFORT,
): HumanCheck {
  const secrets = {
    hmacSignatureSecret: keys.sign('human-check', 'challenge'),
    hmacKeySignatureSecret: keys.sign('human-check', 'derived key'),
  }
  return {
    offer: async () => {
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost,
        counter: randomInt(mostCounter, leastCounter),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1_000) + CHECK_MINUTES * 60,
        ...secrets,
      })
      return { proofOfWork: ProofOfWork.parse(challenge), service: null }
    },
    verify: async (token) => {
      const solved = Solved.safeParse(parseJson(Buffer.from(token, 'base64').toString('utf8')))
      if (!solved.success) return null
      const { challenge, solution } = solved.data
      // A challenge of ours has exactly these values; others never reach the expensive part.
      if (challenge.parameters.algorithm !== ALGORITHM || challenge.parameters.cost !== cost) return null
      const { verified } = await verifySolution({
        challenge: challenge as Parameters<typeof verifySolution>[0]['challenge'],
        solution,
        deriveKey,
        ...secrets,
      })
      return verified ? hashToken(challenge.signature) : null
    },
  }
}
