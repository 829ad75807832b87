import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, run } from './runtime.mjs'

const WORKSPACES = ['contract', 'demo', 'embedded-postgres', 'server', 'web']

/**
 * @typedef {Readonly<Record<string, string>>} Names
 * @typedef {{ name?: string, workspaces?: readonly string[], dependencies?: Names, devDependencies?: Names, optionalDependencies?: Names }} Manifest
 * @typedef {{ version?: string, link?: boolean, resolved?: string }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Installs what package-lock.json names: beside node_modules, and then moved into its place, so that an installation
 * that fails or is broken off leaves the former one. Node.js and PostgreSQL, half of all bytes, are unpacked by a second
 * npm at the same time.
 * @param {{ development: boolean }} wanted development: also what only tests and checks need (decision 41)
 * @throws {Error} with the output of npm
 */
export async function install({ development }) {
  const folder = inRoot('.cache', `install-${process.pid}`)
  const binaries = path.join(folder, 'binaries')
  const libraries = path.join(folder, 'libraries')
  /** @param {Lock} lock */
  const unpack = async (lock) => {
    writeBinaries(binaries, lock)
    writeLibraries(libraries, lock, development)
    await Promise.all([installIn(binaries), installIn(libraries)])
  }
  try {
    const lock = readJson('package-lock.json')
    await unpack(withAddresses(lock, await registryAddress())).catch(() => unpack(lock))
    merge(path.join(binaries, 'node_modules'), path.join(libraries, 'node_modules'))
    for (const place of ['.', ...WORKSPACES])
      replace(path.join(libraries, place, 'node_modules'), inRoot(place, 'node_modules'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'))

/** @param {string} folder @param {string} file @param {unknown} content */
function write(folder, file, content) {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, JSON.stringify(content))
}

/** Node.js and PostgreSQL: packages without dependencies. @param {string} folder @param {Lock} lock */
function writeBinaries(folder, lock) {
  const { name, version, optionalDependencies } = readJson('package.json')
  const manifest = { name, version, private: true, optionalDependencies }
  const packages = Object.fromEntries(
    Object.keys(optionalDependencies).map((each) => [`node_modules/${each}`, lock.packages[`node_modules/${each}`]]),
  )
  write(folder, 'package.json', manifest)
  write(folder, 'package-lock.json', { ...lock, packages: { '': manifest, ...packages } })
  cpSync(inRoot('.npmrc'), path.join(folder, '.npmrc'))
}

/** Everything else. @param {string} folder @param {Lock} lock @param {boolean} development */
function writeLibraries(folder, lock, development) {
  const { optionalDependencies: _, devDependencies, ...manifest } = readJson('package.json')
  const { rolldown } = devDependencies
  write(folder, 'package.json', { ...manifest, devDependencies: development ? devDependencies : { rolldown } })
  for (const workspace of WORKSPACES) {
    const { devDependencies: own, ...rest } = readJson(`${workspace}/package.json`)
    // All that the browser gets is built from development dependencies: nothing of it is installed where it is served.
    const isBuilt = workspace === 'web'
    write(folder, `${workspace}/package.json`, development || isBuilt ? { ...rest, devDependencies: own } : rest)
  }
  write(folder, 'package-lock.json', lock)
  cpSync(inRoot('.npmrc'), path.join(folder, '.npmrc'))
}

/**
 * The lock file names packages by version and hash alone, and npm would read the list of all versions of each of them.
 * A registry that has its files elsewhere is asked for these lists after all, by a second attempt.
 * @param {Lock} lock
 * @param {string} registry
 * @returns {Lock}
 */
function withAddresses(lock, registry) {
  const packages = Object.entries(lock.packages).map(([place, entry]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(place) ?? []
    if (name === undefined || entry.link || registry === '') return [place, entry]
    return [place, { ...entry, resolved: `${registry}${name}/-/${path.basename(name)}-${entry.version}.tgz` }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

async function registryAddress() {
  const { code, output } = await npm(['config', 'get', 'registry'])
  const address = output.trim()
  return code === 0 && URL.canParse(address) ? address.replace(/\/*$/, '/') : ''
}

/** @param {string} folder */
async function installIn(folder) {
  const { code, output } = await npm(
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--fetch-retries=5', '--loglevel=error'],
    folder,
  )
  if (code !== 0) throw new Error(`${output}\nThe dependencies could not be installed; see above.`)
}

/**
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
function npm(args, cwd = inRoot()) {
  const program = process.env.npm_execpath
  const all = [...args, '--prefix', cwd]
  return program
    ? run(process.env.npm_node_execpath ?? process.execPath, [program, ...all], { env: process.env, cwd })
    : run('npm', all, { env: process.env, cwd })
}

/** Moves packages and commands into a folder of others. @param {string} from @param {string} to */
function merge(from, to) {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) {
    if (name === '.package-lock.json') continue
    const [source, target] = [path.join(from, name), path.join(to, name)]
    if ((name === '.bin' || name.startsWith('@')) && existsSync(target)) merge(source, target)
    else renameSync(source, target)
  }
}

/** @param {string} from @param {string} to */
function replace(from, to) {
  rmSync(to, { recursive: true, force: true })
  if (existsSync(from)) renameSync(from, to)
}
