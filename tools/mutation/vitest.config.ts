import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import all from '../../vitest.config.ts'

const at = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url))

/** The contract of this copy of the repository, whose packages are links to the original. */
const alias = [{ find: /^@portico\/contract\//, replacement: at('contract/src/') }]

/** Test files of this run, from the root of the repository: MUTATION_TESTS of tools/mutate.mjs. */
const tests = (process.env.MUTATION_TESTS ?? '').split(',')

const chosen = (all.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project)) return []
  const name = project.test?.name
  const folder = typeof name === 'string' ? name : ''
  const own = tests.filter((file) => file.startsWith(`${folder}/`))
  const include = folder === 'web' ? own.map((file) => file.slice('web/'.length)) : own
  return own.length > 0 ? [{ ...project, test: { ...project.test, alias, include } }] : []
})

/** The cheapest tests first, as they are named: the first that fails ends the run. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => tests.findIndex((file) => moduleId.endsWith(`/${file}`))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    ...all.test,
    root: at('.'),
    projects: chosen,
    sequence: { sequencer: AsNamed },
    // A changed call is a fault, not a new record.
    update: 'none',
    // What a test imports is translated once, not for every change.
    fsModuleCache: true,
  },
})
