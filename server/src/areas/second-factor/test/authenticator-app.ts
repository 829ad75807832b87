import { createHmac } from 'node:crypto'
import type { Portal } from '../../../../test/portal.ts'
import { keyRing } from '../../../crypto/key-ring.ts'
import { sealSeed } from '../public.ts'

/** The seed in the demo's documentation; any would do. */
export const SEED = 'JBSWY3DPEHPK3PXP'

/** Code by RFC 6238, implemented independently so that the product's library is not tested against itself. */
export function codeAt(seed: string, moment: Date, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(moment.getTime() / 30_000) + steps))
  const mac = createHmac('sha1', fromBase32(seed)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Gives a user an authenticator app with a known seed. */
export async function giveApp(portal: Portal, { id }: { id: number }, seed = SEED): Promise<void> {
  const keys = keyRing(portal.config.secretKeys)
  await portal.owner('insert into authenticators (user_id, sealed_seed, last_step) values ($1, $2, 0)', [
    id,
    sealSeed({ keys }, id, seed),
  ])
  await portal.owner(
    "insert into second_factor_enrollments (user_id, provider) values ($1, 'built-in') on conflict do nothing",
    [id],
  )
}

/** Moves the portal's clock to the start of a half minute, so that none ends while a code is in flight. */
export async function startHalfMinute(portal: Portal): Promise<void> {
  await portal.moveClock('0')
  const [clock] = await portal.owner('select clock_now() as now')
  const now = clock?.['now'] as Date
  const left = 30_000 - (now.getTime() % 30_000)
  await portal.moveClock(`${left + 500} milliseconds`)
}

/** The code at the portal's clock, offset by some steps of thirty seconds. */
export async function codeNow(portal: Portal, steps = 0, seed = SEED): Promise<string> {
  const [clock] = await portal.owner('select clock_now() as now')
  return codeAt(seed, clock?.['now'] as Date, steps)
}
