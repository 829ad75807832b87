import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { STALL_MARK } from './lib/vitest-run.mjs'

const MINUTE_MS = 60_000

/** Minutes without an ended test after which the reporter says what it waits for; TEST_STALL_MINUTES sets another number. */
const STALL_MINUTES = 3

/** Names the files and tests that are still running when no test has ended for a while; says so again as time goes by. */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter by its file and wants it so
export default class StallReporter implements Reporter {
  readonly #stallMs = Number(process.env.TEST_STALL_MINUTES ?? STALL_MINUTES) * MINUTE_MS
  /** By path: a file that is loaded is another object than the one that was about to be. */
  readonly #running = new Map<string, TestModule>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stalledMs = 0

  onTestRunStart() {
    this.#noteProgress()
  }

  onTestModuleQueued(module: TestModule) {
    this.#running.set(module.moduleId, module)
    this.#noteProgress()
  }

  onTestModuleStart(module: TestModule) {
    this.onTestModuleQueued(module)
  }

  onTestCaseResult() {
    this.#noteProgress()
  }

  onTestModuleEnd(module: TestModule) {
    this.#running.delete(module.moduleId)
    this.#noteProgress()
  }

  onTestRunEnd() {
    clearTimeout(this.#timer)
  }

  #noteProgress() {
    this.#stalledMs = 0
    this.#wait()
  }

  #wait() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#report(), this.#stallMs)
    this.#timer.unref()
  }

  #report() {
    this.#stalledMs += this.#stallMs
    const waited = `${Number((this.#stalledMs / MINUTE_MS).toFixed(2))} min`
    const lines = [...this.#running.values()].map((module) => {
      // Vitest tells of a test's end, not of its beginning: the first without an end is the one that runs.
      const [test] = module.children.allTests('pending')
      return `${STALL_MARK} ${path.relative(process.cwd(), module.moduleId)}${test ? `: ${test.fullName}` : ''}`
    })
    const rest = lines.length > 0 ? lines : [`${STALL_MARK} nothing: vitest itself starts or ends`]
    process.stderr.write([`${STALL_MARK} No test has ended for ${waited}. Running:`, ...rest, ''].join('\n'))
    this.#wait()
  }
}
