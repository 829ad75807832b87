// npm test: every check of the project, then one line with the sum.
//   npm test                     everything
//   npm test -- quick            everything but the journeys in a browser
//   npm test -- server web       only these vitest projects (contract, tools, server, web, journeys)
//   npm test -- on-postgres      only what speaks to the database, on the server that TEST_DATABASE_URL names
//   npm test -- only <path> …    what follows goes to vitest as it is
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { prepareBrowser } from './lib/browser.mjs'
import { filesThatCannotRun, missingLine } from './lib/outside-programs.mjs'
import { Report } from './lib/report.mjs'
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { command, giveUp, inRoot, projectEnvironment, projectNode, run } from './lib/runtime.mjs'
import { withTempFolder } from './lib/temp-folder.mjs'
import { runProjects } from './lib/vitest-run.mjs'

const JOURNEYS = 'journeys'
const PROJECTS = ['contract', 'tools', 'server', 'web', JOURNEYS]

/** Test files that cannot run here. @type {readonly string[]} */
let leftOut = []

/** The checks of the source are the scripts of package.json, run by the project's Node. */
const scripts = ['types', 'lint', 'format:check', 'architecture', 'unused']

const report = new Report()
const [mode, ...rest] = process.argv.slice(2)

try {
  const needsBrowser = mode === undefined || [mode, ...rest].includes(JOURNEYS)
  const line = mode === 'only' ? null : missingLine({ needsBrowser })
  if (line !== null) console.log(line)
  await prepareDependencies({ development: true })
  if (mode === 'only') await passThrough(rest)
  else if (mode === 'on-postgres') await onPostgres()
  else if (mode === undefined || mode === 'quick') await everything(mode === undefined)
  else await projects([mode, ...rest])
} catch (error) {
  giveUp(error)
}
process.exit(report.close())

/** @param {boolean} withJourneys */
async function everything(withJourneys) {
  await report.check('node', runtime)
  const checks = scripts.map((name) => () => report.check(name, () => script(name)))
  if (await report.check('build', build)) checks.push(() => report.check('web size', () => script('size')))
  const checked = inPairs(checks)
  leftOut = await filesThatCannotRun()
  let received = ''
  const areFine = await report.tests('tests', async () => {
    const outcome = await runProjects(
      PROJECTS.filter((name) => name !== JOURNEYS),
      leftOut,
    )
    received = outcome.received
    return outcome
  })
  // Some answers are received only in tests that need a program of others, or that failed.
  if (areFine && leftOut.length === 0) await report.check('answers', () => answers(received))
  if (withJourneys) await journeys()
  await checked
}

/** Says whether the tests of the server received every answer that it declares. @param {string} received */
async function answers(received) {
  const file = inRoot('.cache', `received-answers.${process.pid}`)
  writeFileSync(file, received)
  const outcome = await run(projectNode(), [inRoot('tools', 'answers-received.ts'), file])
  rmSync(file, { force: true })
  return outcome
}

/** What server/test/database.ts has on that server. */
async function onPostgres() {
  if (!process.env.TEST_DATABASE_URL) throw new Error('TEST_DATABASE_URL names no PostgreSQL server.')
  leftOut = await filesThatCannotRun()
  const folders = [...['areas', 'db', 'jobs'].map((folder) => `server/src/${folder}/`), 'demo/src/']
  await report.tests('on PostgreSQL', () => runProjects(['server'], leftOut, folders))
}

/** @param {readonly string[]} names */
async function projects(names) {
  const unknown = names.filter((name) => !PROJECTS.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}; it is one of quick, only, ${PROJECTS.join(', ')}.`)
  await report.check('node', runtime)
  // Tests of the server start it as a program, too, and that wants the front end.
  if (names.some((name) => name === 'server' || name === JOURNEYS)) await report.check('build', build)
  leftOut = await filesThatCannotRun()
  const others = names.filter((name) => name !== JOURNEYS)
  if (others.length > 0) await report.tests('tests', () => runProjects(others, leftOut))
  if (names.includes(JOURNEYS)) await journeys()
}

async function journeys() {
  const hasBrowser = await report.check('browser', async () => {
    process.env.CHROME_PATH = await prepareBrowser()
    return { code: 0, output: '' }
  })
  if (hasBrowser) await report.tests(JOURNEYS, () => runProjects([JOURNEYS], leftOut))
}

/** @param {readonly string[]} args */
async function passThrough(args) {
  /** @param {RegExp} pattern */
  const areMeant = (pattern) => args.some((arg) => pattern.test(arg))
  if (areMeant(/journey|e2e|server\/test|two-nodes/)) await prepareBuilds()
  if (areMeant(/journey|e2e/)) process.env.CHROME_PATH = await prepareBrowser()
  const reporters = areMeant(/^--reporter/)
    ? []
    : ['--reporter', 'default', '--reporter', inRoot('tools', 'stall-reporter.ts')]
  const { code } = await withTempFolder((folder) =>
    run(projectNode(), [command('vitest'), 'run', ...args, ...reporters], {
      env: { ...projectEnvironment(), TMPDIR: folder },
      live: true,
    }),
  )
  process.exit(code)
}

async function runtime() {
  const { code, output } = await run('node', ['--print', 'process.versions.node'])
  const isRight = code === 0 && Number.parseInt(output, 10) >= 24
  return { code: isRight ? 0 : 1, output: isRight ? '' : `The checks need Node.js 24 and would get: ${output}` }
}

async function build() {
  await prepareBuilds()
  return { code: 0, output: '' }
}

/**
 * Runs a check of the source. It leaves the processor to the tests beside it, which often wait and then need none.
 * @param {string} name
 */
function script(name) {
  const line = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).scripts[name]
  return run('nice', ['sh', '-c', line], { env: projectEnvironment() })
}

/** Two at a time: most of these tools wait for one thread half of their time. @param {readonly (() => Promise<unknown>)[]} work */
async function inPairs(work) {
  const waiting = [...work]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  await Promise.all([lane(), lane()])
}
