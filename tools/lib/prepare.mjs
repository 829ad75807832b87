import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { install } from './install.mjs'
import { underLock } from './lock.mjs'
import { command, inRoot, projectNode, root, run } from './runtime.mjs'

const LOCK = inRoot('.cache', 'prepare.lock')
const INSTALL_STAMP = inRoot('node_modules', '.portico-stamp')

/**
 * What is built from sources, and anew when they change. Each entry is a file in a folder of its own, which is replaced
 * as a whole; the program writes them below the folder of its arguments.
 * @typedef {{ name: string, sources: readonly string[], entries: readonly string[], arguments: (folder: string) => string[], cwd: string, lacks: string }} Build
 */

/** @type {Build} */
const WEB = {
  name: 'web',
  sources: ['web', 'contract/src', 'tools/bundled-packages.ts'],
  entries: ['web/dist/index.html'],
  arguments: (folder) => [
    command('vite'),
    'build',
    '--outDir',
    path.join(folder, 'web', 'dist'),
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ],
  cwd: inRoot('web'),
  lacks: "The browser's part could not be built; see above.",
}

/** The server, the demo and the embedded database, which share modules. @type {Build} */
const SERVER = {
  name: 'server',
  sources: [
    'server/src',
    'demo/src',
    'embedded-postgres/src',
    'contract/src',
    'tools/build-server.mjs',
    'tools/bundled-packages.ts',
  ],
  entries: ['server/dist/main.js', 'demo/dist/main.js', 'embedded-postgres/dist/main.js'],
  arguments: (folder) => [inRoot('tools', 'build-server.mjs'), folder],
  cwd: root,
  lacks: 'The server could not be built; see above.',
}

/** False where only what is needed to run has been copied, as in a container image. */
export const isSourceTree = () => existsSync(inRoot('package-lock.json'))

/**
 * Installs the dependencies unless they are those of package-lock.json.
 * @param {{ development?: boolean }} [wanted] development: also what only tests and checks need
 */
export async function prepareDependencies({ development = false } = {}) {
  if (isInstalled(development)) return
  await underLock(LOCK, async () => {
    if (isInstalled(development) || adoptInstalled()) return
    console.error('Installing dependencies…')
    await install({ development })
    writeStamp(development)
  })
}

/**
 * Builds the browser's part and the server unless they are what the sources give.
 * @param {() => void} [withServer] runs as soon as the server is built, if it had to be
 */
export const prepareBuilds = (withServer) => prepare([WEB, SERVER], withServer)

/** The browser's part in any version, for a server whose pages are served by the development server beside it. */
export const prepareAnyWeb = () =>
  WEB.entries.every((entry) => existsSync(inRoot(entry))) ? undefined : prepare([WEB])

/** The server alone, for its command line. */
export const prepareServer = () => prepare([SERVER])

/** @param {readonly Build[]} builds @param {() => void} [withServer] */
async function prepare(builds, withServer) {
  if (builds.every(isBuilt)) return
  await underLock(LOCK, async () => {
    const missing = builds.filter((each) => !isBuilt(each))
    if (missing.length === 0) return
    console.error('Building…')
    await Promise.all(missing.map((each) => (each === SERVER ? build(each).then(withServer) : build(each))))
  })
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
const DEVELOPMENT = ' development'
/** @param {boolean} development */
const isInstalled = (development) => {
  const stamp = readStamp(INSTALL_STAMP)
  return stamp === `${lockHash()}${DEVELOPMENT}` || (!development && stamp === lockHash())
}
/** @param {boolean} development */
const writeStamp = (development) => writeFileSync(INSTALL_STAMP, `${lockHash()}${development ? DEVELOPMENT : ''}`)

/** @param {Build} build */
const isBuilt = (build) =>
  build.entries.every((entry) => existsSync(inRoot(entry))) && readStamp(stampOf(build)) === sourceHash(build)
/** @param {Build} build */
const stampOf = ({ name }) => inRoot('.cache', `${name}-build`)

/** @param {string} file */
const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** After a manual `npm install`: npm's own record shows whether it holds what the lock asks for. */
function adoptInstalled() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(inRoot('package-lock.json'))
  const present = packagesOf(record)
  const fits = Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true
    return present[place] ? present[place].version === entry.version : entry.optional === true
  })
  if (fits) writeStamp(true)
  return fits
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Built beside and then moved: a failed build leaves the former one in place.
 * @param {Build} what
 */
async function build(what) {
  const built = inRoot('.cache', `${what.name}-dist`)
  rmSync(built, { recursive: true, force: true })
  const hash = sourceHash(what)
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await run(projectNode(), what.arguments(built), { cwd: what.cwd, env })
  if (code !== 0) throw new Error(`${output}\n${what.lacks}`)
  for (const folder of what.entries.map((entry) => path.dirname(entry))) {
    rmSync(inRoot(folder), { recursive: true, force: true })
    renameSync(path.join(built, folder), inRoot(folder))
  }
  rmSync(built, { recursive: true })
  mkdirSync(inRoot('.cache'), { recursive: true })
  writeFileSync(stampOf(what), hash)
}

/**
 * Changes with every file that the build reads.
 * @param {Build} what
 */
function sourceHash({ sources }) {
  const hash = createHash('sha256').update(lockHash())
  for (const source of sources)
    for (const file of filesBelow(inRoot(source)))
      hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (statSync(folder).isFile()) return [folder]
  const found = []
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) {
      if (!['dist', 'node_modules', 'test'].includes(entry.name))
        found.push(...filesBelow(path.join(folder, entry.name)))
    } else if (!/\.test\.tsx?$/.test(entry.name)) found.push(path.join(folder, entry.name))
  }
  return found
}
