import { sealSeed } from '../areas/second-factor/public.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { DemoPerson } from './demo-person.ts'
import type { DemoWriter } from './demo-writer.ts'

/** The authenticator apps of those who have one. */
export async function writeFactors(writer: DemoWriter, people: readonly DemoPerson[], keys: KeyRing): Promise<void> {
  const enrolled = people.flatMap(({ id, factorSeed }) => (factorSeed === undefined ? [] : [{ id, factorSeed }]))
  await writer.insert(
    'second_factor_enrolments',
    enrolled.map(({ id }) => ({ user_id: id, provider: 'built-in' as const })),
  )
  await writer.insert(
    'authenticators',
    enrolled.map(({ id, factorSeed }) => ({
      user_id: id,
      sealed_seed: sealSeed({ keys }, id, factorSeed),
      last_step: 0,
    })),
  )
}
