import { type KeyRing, sealSeed } from '@portico/server/for-demo.ts'
import type { DemoPerson } from './demo-person.ts'
import type { DemoWriter } from './demo-writer.ts'

/** Writes the authenticator apps. */
export async function writeFactors(
  writer: DemoWriter,
  people: readonly DemoPerson[],
  { keys, seed }: { keys: KeyRing; seed: string },
): Promise<void> {
  const enrolled = people.filter(({ hasFactor }) => hasFactor)
  await writer.insert(
    'second_factor_enrollments',
    enrolled.map(({ id }) => ({ user_id: id, provider: 'built-in' as const })),
  )
  await writer.insert(
    'authenticators',
    enrolled.map(({ id }) => ({
      user_id: id,
      sealed_seed: sealSeed({ keys }, id, seed),
      last_step: 0,
    })),
  )
}
