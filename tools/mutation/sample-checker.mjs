import { createHash } from 'node:crypto'

/** @typedef {{ id: string, fileName: string, replacement: string }} Mutant */

/** Part of the changes that is measured, 0 to 1, and what the draw begins with. */
const sample = Number(process.env.MUTATION_SAMPLE ?? 1)
const seed = process.env.MUTATE_SEED ?? '1'

/**
 * Lets a random part of the changes through, each by a draw of its own: the same seed draws the same changes. The
 * report has the others as compile errors, the one state that a checker can give.
 */
class SampleChecker {
  async init() {}

  /** @param {readonly Mutant[]} mutants */
  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isDrawn(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    )
  }

  /** @param {readonly Mutant[]} mutants */
  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }
}

/** @param {Mutant} mutant */
function isDrawn({ id, fileName, replacement }) {
  const name = fileName.replace(/^.*\/(contract|server|web)\//, '$1/')
  const digest = createHash('sha256').update(`${seed} ${name} ${id} ${replacement}`).digest()
  return digest.readUInt32BE() / 2 ** 32 < sample
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
