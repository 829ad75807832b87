import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { command, inRoot, projectEnvironment, projectNode, run } from './runtime.mjs'
import { withTempFolder } from './temp-folder.mjs'

/** @typedef {import('./report.mjs').Counts} Counts */
/** @typedef {import('../count-reporter.ts').TestCounts} TestCounts */
/** @typedef {import('../count-reporter.ts').FileCounts} FileCounts */
/**
 * A run of the tests; received: the answers of the server that they received, one a line; unsteady: the tests that
 * failed among all others and passed when their file ran by itself.
 * @typedef {import('./runtime.mjs').Outcome & { projects: Record<string, Counts>, failures: readonly string[], unsteady: readonly string[], received: string }} TestRun
 */

/** More files than this do not fail by chance. */
const MOST_REPEATED = 3

let runs = 0

/** Begins every line of tools/stall-reporter.ts; these lines are shown at once, the rest of the output only after a failure. */
export const STALL_MARK = '[stalled]'

/** @param {string} text */
function showStalls(text) {
  for (const line of text.split('\n')) if (line.startsWith(STALL_MARK)) process.stderr.write(`${line}\n`)
}

/**
 * Runs the tests of these vitest projects. Up to three files that failed run once more, after all others: what fails
 * again has failed, and what passes then is named as unsteady (decision 64).
 * @param {readonly string[]} names
 * @param {readonly string[]} leftOut patterns of test files that cannot run here
 * @param {readonly string[]} only parts of their paths, where not all of them are meant
 * @param {string} root folder of the configuration
 * @returns {Promise<TestRun>}
 */
export async function runProjects(names, leftOut = [], only = [], root = inRoot('.')) {
  const first = await runVitest([
    `--root=${root}`,
    ...only,
    ...names.flatMap((name) => ['--project', name]),
    ...leftOut.flatMap((files) => ['--exclude', files]),
  ])
  const failed = first.counted.files.filter(hasFailed)
  if (first.counted.outside > 0 || failed.length === 0 || failed.length > MOST_REPEATED) return summed(names, first)
  const again = await runVitest([
    `--root=${root}`,
    ...failed.map((counts) => counts.path),
    ...[...new Set(failed.map(({ project }) => project))].flatMap((name) => ['--project', name]),
    '--maxWorkers=1',
  ])
  return repeated(names, first, again)
}

/** Also where nothing ran. @param {Counts} counts */
const hasFailed = ({ passed, failed, skipped }) => passed === 0 || failed + skipped > 0

/**
 * @param {readonly string[]} args
 * @returns {Promise<import('./runtime.mjs').Outcome & { counted: TestCounts, received: string }>}
 */
async function runVitest(args) {
  const file = inRoot('.cache', `test-counts.${process.pid}.${++runs}.json`)
  mkdirSync(inRoot('.cache'), { recursive: true })
  // Dots, and then only the failures, which readers of the log look for.
  const own = ['count-reporter.ts', 'stall-reporter.ts'].flatMap((name) => ['--reporter', inRoot('tools', name)])
  const reporters = ['--reporter', 'dot', ...own]
  const env = { ...projectEnvironment(), TEST_COUNTS_FILE: file, NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, output, received } = await withTempFolder(async (folder) => {
    const answers = path.join(folder, 'received-answers')
    mkdirSync(answers)
    const outcome = await run(projectNode(), [command('vitest'), 'run', ...args, ...reporters], {
      env: { ...env, TMPDIR: folder, RECEIVED_ANSWERS_FOLDER: answers },
      onOutput: showStalls,
    })
    const files = readdirSync(answers).map((name) => readFileSync(path.join(answers, name), 'utf8'))
    return { ...outcome, received: files.join('') }
  })
  const counted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: [], outside: 0 }
  rmSync(file, { force: true })
  return { code, output, received, counted }
}

/**
 * Both runs as one: of the files that ran twice, the second run counts.
 * @param {readonly string[]} names
 * @param {Awaited<ReturnType<typeof runVitest>>} first
 * @param {Awaited<ReturnType<typeof runVitest>>} again
 * @returns {TestRun}
 */
function repeated(names, first, again) {
  /** @param {FileCounts} counts */
  const key = (counts) => `${counts.project} ${counts.path}`
  const second = new Map(again.counted.files.map((counts) => [key(counts), counts]))
  const files = first.counted.files.map((counts) => (hasFailed(counts) ? (second.get(key(counts)) ?? counts) : counts))
  const { outside } = again.counted
  const isFine = outside === 0 && again.code === 0 && !files.some(hasFailed)
  const output = `${first.output}\n\nOnce more, by themselves:\n${again.output}`
  const whole = summed(names, {
    code: isFine ? 0 : 1,
    output,
    received: first.received + again.received,
    counted: { files, outside },
  })
  const failures = first.counted.files.flatMap((counts) => counts.failures)
  return { ...whole, unsteady: failures.filter((failure) => !whole.failures.includes(failure)) }
}

/**
 * @param {readonly string[]} names
 * @param {Awaited<ReturnType<typeof runVitest>>} outcome
 * @returns {TestRun}
 */
function summed(names, { code, output, received, counted: { files, outside } }) {
  /** @type {Record<string, Counts>} */
  const projects = Object.fromEntries(names.map((name) => [name, { passed: 0, failed: 0, skipped: 0 }]))
  for (const { project, passed, failed, skipped } of files) {
    const sum = (projects[project] ??= { passed: 0, failed: 0, skipped: 0 })
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  if (outside > 0) projects['outside of tests'] = { passed: 0, failed: outside, skipped: 0 }
  return { code, output, received, projects, failures: files.flatMap(({ failures }) => failures), unsteady: [] }
}
