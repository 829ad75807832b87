import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { command, inRoot, projectEnvironment, projectNode, run } from './runtime.mjs'
import { withTempFolder } from './temp-folder.mjs'

let runs = 0

/** Begins every line of tools/stall-reporter.ts; these lines are shown at once, the rest of the output only after a failure. */
export const STALL_MARK = '[stalled]'

/** @param {string} text */
function showStalls(text) {
  for (const line of text.split('\n')) if (line.startsWith(STALL_MARK)) process.stderr.write(`${line}\n`)
}

/**
 * Runs the tests of these vitest projects.
 * @param {readonly string[]} names
 * @param {readonly string[]} leftOut patterns of test files that cannot run here
 * @param {readonly string[]} only parts of their paths, where not all of them are meant
 * @returns {Promise<import('./runtime.mjs').Outcome & { projects: Record<string, import('./report.mjs').Counts>, failures: readonly string[], received: string }>}
 *   received: the answers of the server that its tests received, one a line
 */
export async function runProjects(names, leftOut = [], only = []) {
  const file = inRoot('.cache', `test-counts.${process.pid}.${++runs}.json`)
  mkdirSync(inRoot('.cache'), { recursive: true })
  const chosen = [
    ...only,
    ...names.flatMap((name) => ['--project', name]),
    ...leftOut.flatMap((files) => ['--exclude', files]),
  ]
  // Dots, and then only the failures, which readers of the log look for.
  const own = ['count-reporter.ts', 'stall-reporter.ts'].flatMap((name) => ['--reporter', inRoot('tools', name)])
  const reporters = ['--reporter', 'dot', ...own]
  const env = { ...projectEnvironment(), TEST_COUNTS_FILE: file, NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, output, received } = await withTempFolder(async (folder) => {
    const answers = path.join(folder, 'received-answers')
    mkdirSync(answers)
    const outcome = await run(projectNode(), [command('vitest'), 'run', ...chosen, ...reporters], {
      env: { ...env, TMPDIR: folder, RECEIVED_ANSWERS_FOLDER: answers },
      onOutput: showStalls,
    })
    const files = readdirSync(answers).map((name) => readFileSync(path.join(answers, name), 'utf8'))
    return { ...outcome, received: files.join('') }
  })
  const counted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { projects: {}, failures: [] }
  rmSync(file, { force: true })
  const silent = Object.fromEntries(
    names.filter((name) => !(name in counted.projects)).map((name) => [name, { passed: 0, failed: 0, skipped: 0 }]),
  )
  return { code, output, received, projects: { ...silent, ...counted.projects }, failures: counted.failures }
}
