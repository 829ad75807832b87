import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Longer than any device needs; then the person is told. */
const PATIENCE_MS = 30_000

/** Solves one challenge away from the page, so that typing stays smooth. Answers null when it gave up. */
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: PATIENCE_MS }).catch(() => null)
  self.postMessage(solution)
}
