import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { Counts } from './lib/report.mjs'

/** What the tests of one file came to. */
export interface FileCounts extends Counts {
  project: string
  /** Absolute. */
  path: string
  /** The tests that failed, each with the file before it. */
  failures: string[]
}

/** What tools/lib/vitest-run.mjs reads. `outside`: number of errors that belong to no file. */
export interface TestCounts {
  files: FileCounts[]
  outside: number
}

/** Writes how many tests of each file passed, failed or did not run, and which failed, for tools/test.mjs to sum up. */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter by its file and wants it so
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]) {
    const counts: TestCounts = { files: modules.map(countsOf), outside: outside.length }
    const file = process.env.TEST_COUNTS_FILE
    if (file) writeFileSync(file, JSON.stringify(counts))
  }
}

function countsOf(module: TestModule): FileCounts {
  const file = module.relativeModuleId
  const of = { project: module.project.name, path: module.moduleId }
  const counts: FileCounts = { ...of, passed: 0, failed: 0, skipped: 0, failures: [] }
  // A hook that fails leaves its tests skipped, and the error with the file or with what is described there.
  for (const part of [module, ...module.children.allSuites()])
    if (part.errors().length > 0) {
      counts.failed++
      counts.failures.push(`${file}: outside of its tests${part.type === 'suite' ? `, in ${part.fullName}` : ''}`)
    }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    counts[state === 'passed' || state === 'failed' ? state : 'skipped']++
    if (state === 'failed') counts.failures.push(`${file}: ${test.fullName}`)
  }
  return counts
}
