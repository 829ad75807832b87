/**
 * Tests of a file or a project; skipped: those that neither passed nor failed, because they were never reached.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Prints each check as it ends, what failed in full, and sums everything up. */
export class Report {
  #passed = 0
  #failed = 0
  /** @type {string[]} */
  #failures = []
  /** @type {string[]} */
  #unsteady = []

  /**
   * A check that passes or fails as a whole; it fails by its exit code or by throwing.
   * @param {string} name
   * @param {() => Promise<import('./runtime.mjs').Outcome>} work
   */
  async check(name, work) {
    const since = performance.now()
    const { code, output } = await attempt(work)
    this.#add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
    if (code !== 0) this.#failures.push(name)
    print(name, since, code === 0, code === 0 ? '' : output)
    return code === 0
  }

  /**
   * Tests, counted one by one in their projects. A test that did not run counts as failed.
   * @param {string} name
   * @param {() => Promise<import('./vitest-run.mjs').TestRun>} work
   * @returns {Promise<boolean>} whether all of them ran and passed
   */
  async tests(name, work) {
    const since = performance.now()
    const { code, output, projects, failures, unsteady } = await attempt(work, {
      projects: {},
      failures: [],
      unsteady: [],
    })
    const lines = Object.entries(projects)
    const isFine =
      code === 0 &&
      lines.length > 0 &&
      lines.every(([, counts]) => counts.passed > 0 && counts.failed + counts.skipped === 0)
    for (const [, counts] of lines) this.#add(counts)
    this.#failures.push(...failures)
    this.#unsteady.push(...unsteady)
    const found = lines.reduce((sum, [, { failed, skipped }]) => sum + failed + skipped, 0)
    if (!isFine && found === 0) this.#failed++
    print(name, since, isFine, isFine && unsteady.length === 0 ? '' : output)
    for (const [project, { passed, failed, skipped }] of lines)
      console.log(
        `       ${project}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} did not run` : ''}`,
      )
    return isFine
  }

  /** What failed once more in short, and the closing line. @returns {number} the exit code */
  close() {
    for (const test of this.#unsteady) console.log(`UNSTEADY (failed, then passed by itself) ${test}`)
    for (const failure of this.#failures) console.log(`FAILED ${failure}`)
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`)
    return this.#failed > 0 || this.#passed === 0 ? 1 : 0
  }

  /** @param {Counts} counts */
  #add({ passed, failed, skipped }) {
    this.#passed += passed
    this.#failed += failed + skipped
  }
}

/**
 * @template {object} T
 * @param {() => Promise<T>} work
 * @param {object} [otherwise]
 * @returns {Promise<T>}
 */
async function attempt(work, otherwise = {}) {
  try {
    return await work()
  } catch (error) {
    return /** @type {T} */ ({ code: 1, output: error instanceof Error ? error.message : String(error), ...otherwise })
  }
}

/**
 * @param {string} name
 * @param {number} since
 * @param {boolean} isFine
 * @param {string} output
 */
function print(name, since, isFine, output) {
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(`${isFine ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds.padStart(6)} s`)
  if (output.trim()) console.log(`\n${output.trim()}\n`)
}
