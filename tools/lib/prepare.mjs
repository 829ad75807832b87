import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { underLock } from './lock.mjs'
import { command, inRoot, projectNode, root, run } from './runtime.mjs'

const LOCK = inRoot('.cache', 'prepare.lock')
const INSTALL_STAMP = inRoot('node_modules', '.portico-stamp')
const BUILD_STAMP = inRoot('.cache', 'web-build')

/** Installs the dependencies unless they are those of package-lock.json. */
export async function prepareDependencies() {
  if (isInstalled()) return
  await underLock(LOCK, async () => {
    if (isInstalled() || adoptInstalled()) return
    console.log('Installing dependencies…')
    await install()
    writeFileSync(INSTALL_STAMP, lockHash())
  })
}

/** Builds the browser's part unless web/dist is what the sources give. */
export async function prepareWeb() {
  if (isBuilt()) return
  await underLock(LOCK, async () => {
    if (isBuilt()) return
    console.log('Building…')
    await build()
  })
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
const isInstalled = () => readStamp(INSTALL_STAMP) === lockHash()
const isBuilt = () => existsSync(inRoot('web', 'dist', 'index.html')) && readStamp(BUILD_STAMP) === webHash()

/** @param {string} file */
const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Somebody ran `npm install` by hand: npm's own record shows whether it holds what the lock asks for. */
function adoptInstalled() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(inRoot('package-lock.json'))
  const present = packagesOf(record)
  const fits = Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true
    return present[place] ? present[place].version === entry.version : entry.optional === true
  })
  if (fits) writeFileSync(INSTALL_STAMP, lockHash())
  return fits
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

async function install() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { code, output } = npm
    ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], { env: process.env })
    : await run('npm', args, { env: process.env })
  if (code !== 0) throw new Error(`${output}\nThe dependencies could not be installed; see above.`)
}

/** Built beside and then moved: a failed build leaves the former one in place. */
async function build() {
  const built = inRoot('.cache', 'web-dist')
  const hash = webHash()
  const { code, output } = await run(
    projectNode(),
    [command('vite'), 'build', '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: inRoot('web'), env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (code !== 0) throw new Error(`${output}\nThe browser's part could not be built; see above.`)
  rmSync(inRoot('web', 'dist'), { recursive: true, force: true })
  renameSync(built, inRoot('web', 'dist'))
  mkdirSync(inRoot('.cache'), { recursive: true })
  writeFileSync(BUILD_STAMP, hash)
}

/** Changes with every file that the build reads. */
function webHash() {
  const hash = createHash('sha256').update(lockHash())
  for (const folder of ['web', 'contract/src'])
    for (const file of filesBelow(inRoot(folder)))
      hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  const found = []
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) {
      if (!['dist', 'node_modules', 'test'].includes(entry.name))
        found.push(...filesBelow(path.join(folder, entry.name)))
    } else if (!/\.test\.tsx?$/.test(entry.name)) found.push(path.join(folder, entry.name))
  }
  return found
}
