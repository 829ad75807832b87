// npm run mutate: changes the code in small ways, and counts the changes that no test notices (Stryker).
//   npm run mutate                                   all targets of tools/mutation/targets.mjs: takes hours
//   npm run mutate -- contract/src/rich-text.ts …    these files or folders, each with the tests that prove it
//   npm run mutate -- --sample 0.1 contract/src      a tenth of the changes, drawn at random (MUTATE_SEED)
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { prepareDependencies } from './lib/prepare.mjs'
import { command, giveUp, inRoot, projectEnvironment, projectNode, run } from './lib/runtime.mjs'
import { withTestDatabase } from './mutation/test-server.mjs'
import { targetsOf, testsOf } from './mutation/targets.mjs'

/**
 * @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: { line: number } } }} Mutant
 * @typedef {{ file: string, mutants: readonly Mutant[] }} Result
 */

/** Part of the changes that is measured, 0 to 1. */
let sample = 1

try {
  await prepareDependencies({ development: true })
  mkdirSync(inRoot('.cache'), { recursive: true })
  await withTestDatabase(() => mutateAll(namedFiles(process.argv.slice(2))))
} catch (error) {
  giveUp(error)
}

/** @param {readonly string[]} args files and folders, besides --sample */
function namedFiles(args) {
  const at = args.indexOf('--sample')
  if (at < 0) return args
  sample = Number(args[at + 1])
  if (!(sample > 0 && sample <= 1)) throw new Error('--sample takes a part of the changes, such as 0.1.')
  return args.toSpliced(at, 2)
}

/** @param {readonly string[]} named */
async function mutateAll(named) {
  /** @type {Result[]} */
  const results = []
  for (const files of groupsOf(targetsOf(named))) {
    const measured = await mutate(files)
    for (const result of measured) report(result)
    results.push(...measured)
  }
  if (results.length > 1) report({ file: 'all', mutants: results.flatMap(({ mutants }) => mutants) }, false)
}

/** Files that the same tests prove, which are one run. @param {readonly string[]} files */
function groupsOf(files) {
  /** @type {Map<string, string[]>} */
  const groups = new Map()
  for (const file of files) {
    const tests = testsOf(file).join(',')
    if (tests === '') throw new Error(`tools/mutation/targets.mjs names no test of ${file}.`)
    groups.set(tests, [...(groups.get(tests) ?? []), file])
  }
  return groups.values()
}

/**
 * Mutates files in a copy of the repository and runs their tests for each change.
 * @param {readonly string[]} files that the same tests prove
 * @returns {Promise<Result[]>}
 */
async function mutate(files) {
  const [settings, output] = [inRoot('.cache', 'stryker.json'), inRoot('.cache', 'mutation.json')]
  writeFileSync(settings, JSON.stringify(settingsFor(files, output)))
  rmSync(output, { force: true })
  const tests = testsOf(files[0] ?? '').join(',')
  const env = { ...projectEnvironment(), MUTATION_TESTS: tests, MUTATION_SAMPLE: String(sample) }
  const { code, output: log } = await run(projectNode(), [command('stryker'), 'run', settings], { env })
  if (code !== 0) throw new Error(`${files.join(', ')} could not be measured:\n${log.slice(-3000)}`)
  // Without a file in which no change can be made.
  const measured = JSON.parse(readFileSync(output, 'utf8'))
  return files.map((file) => ({ file, mutants: measured.files[file]?.mutants ?? [] }))
}

/** @param {readonly string[]} files @param {string} output */
function settingsFor(files, output) {
  return {
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', inRoot('tools/mutation/sample-checker.mjs')],
    checkers: sample < 1 ? ['sample'] : [],
    // Not Stryker's own choice of tests: with it, changes of constants are made after the modules are loaded.
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.MUTATE_CONCURRENCY ?? 1),
    timeoutMS: 60_000,
    // The first run loads everything and runs every test; on a busy machine that takes long.
    dryRunTimeoutMinutes: 20,
    reporters: ['json'],
    jsonReporter: { fileName: output },
    tempDirName: '.cache/stryker',
    ignorePatterns: [
      '.cache',
      '.types',
      'data',
      'docs',
      'web/dist',
      'server/dist',
      'demo/dist',
      'embedded-postgres/dist',
    ],
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
  const others = [
    [untested, 'of the others reached by no test'],
    [count('RuntimeError'), 'not counted because the tests cannot be loaded with them'],
    [count('CompileError'), 'not in the sample'],
  ]
  const more = others.filter(([number]) => number !== 0).map(([number, what]) => `, ${number} ${what}`)
  console.log(`${file}: ${score}, ${killed} of ${valid} noticed${more.join('')}`)
  if (!named) return
  for (const { status, location, mutatorName, replacement = '' } of mutants)
    if (status === 'Survived' || status === 'NoCoverage')
      console.log(`  ${location.start.line} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
}
