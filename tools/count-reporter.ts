import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export interface Counts {
  passed: number
  failed: number
  /** Neither passed nor failed: skipped, or never reached. */
  skipped: number
}

/** Writes how many tests of each project passed, failed or did not run, and which failed, for tools/test.mjs to sum up. */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter by its file and wants it so
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]) {
    const projects: Record<string, Counts> = {}
    const failures: string[] = []
    for (const module of modules) {
      const counts = (projects[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 })
      if (module.errors().length > 0) {
        counts.failed++
        failures.push(`${module.relativeModuleId}: outside of its tests`)
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === 'passed' || state === 'failed' ? state : 'skipped']++
        if (state === 'failed') failures.push(`${module.relativeModuleId}: ${test.fullName}`)
      }
    }
    if (outside.length > 0) projects['outside of tests'] = { passed: 0, failed: outside.length, skipped: 0 }
    const file = process.env.TEST_COUNTS_FILE
    if (file) writeFileSync(file, JSON.stringify({ projects, failures }))
  }
}
