// npm run mutate: changes the code in small ways, and counts the changes that no test notices (Stryker).
//   npm run mutate                                   all targets of tools/mutation/targets.mjs: takes hours
//   npm run mutate -- contract/src/rich-text.ts …    these files or folders, each with the tests that prove it
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { prepareDependencies } from './lib/prepare.mjs'
import { command, giveUp, inRoot, projectEnvironment, projectNode, run } from './lib/runtime.mjs'
import { targetsOf, testsOf } from './mutation/targets.mjs'

/**
 * @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: { line: number } } }} Mutant
 * @typedef {{ file: string, mutants: readonly Mutant[] }} Result
 */

try {
  await prepareDependencies()
  mkdirSync(inRoot('.cache'), { recursive: true })
  /** @type {Result[]} */
  const results = []
  for (const file of targetsOf(process.argv.slice(2))) {
    const result = await mutate(file)
    results.push(result)
    report(result)
  }
  if (results.length > 1) report({ file: 'all', mutants: results.flatMap(({ mutants }) => mutants) }, false)
} catch (error) {
  giveUp(error)
}

/**
 * Mutates one file in a copy of the repository and runs its tests for each change.
 * @param {string} file
 * @returns {Promise<Result>}
 */
async function mutate(file) {
  const tests = testsOf(file)
  if (tests.length === 0) return { file, mutants: [] }
  const [settings, output] = [inRoot('.cache', 'stryker.json'), inRoot('.cache', 'mutation.json')]
  writeFileSync(settings, JSON.stringify(settingsFor(file, output)))
  rmSync(output, { force: true })
  const env = { ...projectEnvironment(), MUTATION_TESTS: tests.join(',') }
  const { code, output: log } = await run(projectNode(), [command('stryker'), 'run', settings], { env })
  if (code !== 0) throw new Error(`${file} could not be measured:\n${log.slice(-3000)}`)
  const measured = JSON.parse(readFileSync(output, 'utf8'))
  return { file, mutants: measured.files[file]?.mutants ?? [] }
}

/** @param {string} file @param {string} output */
function settingsFor(file, output) {
  return {
    mutate: [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Not Stryker's own choice of tests: with it, changes of constants are made after the modules are loaded.
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.MUTATE_CONCURRENCY ?? 1),
    timeoutMS: 60_000,
    reporters: ['json'],
    jsonReporter: { fileName: output },
    tempDirName: '.cache/stryker',
    ignorePatterns: ['.cache', '.types', 'data', 'docs', 'web/dist', 'server/dist'],
    // It would be rewritten by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    warnings: { slow: false },
  }
}

/** @param {Result} result @param {boolean} [named] with the changes that no test noticed */
function report({ file, mutants }, named = true) {
  /** @param {...string} states */
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length
  const [killed, survived, untested] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')]
  const valid = killed + survived + untested
  const score = valid === 0 ? '–' : `${((killed / valid) * 100).toFixed(1)} %`
  console.log(`${file}: ${score}, ${killed} of ${valid} noticed, ${untested} of the others reached by no test`)
  if (!named) return
  for (const { status, location, mutatorName, replacement = '' } of mutants)
    if (status === 'Survived' || status === 'NoCoverage')
      console.log(`  ${location.start.line} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
}
