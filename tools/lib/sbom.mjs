import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './runtime.mjs'

/**
 * An entry of package-lock.json. `dev` marks what only development needs: `npm prune --omit=dev` removes it.
 * @typedef {{ version: string, license?: string, integrity?: string, dev?: boolean, link?: boolean, dependencies?: Names, devDependencies?: Names, optionalDependencies?: Names, peerDependencies?: Names, peerDependenciesMeta?: Readonly<Record<string, unknown>> }} LockedPackage
 * @typedef {Readonly<Record<string, string>>} Names
 * @typedef {Readonly<Record<string, LockedPackage>>} Lock by folder, '' for the repository itself
 */

const WORKSPACES = ['contract', 'server', 'web']

/** Where a package is shipped, and the list that the build wrote about it. */
const BUNDLES = { 'server/dist': 'packages.json', 'web/dist': '.vite/packages.json' }

/**
 * Returns a CycloneDX 1.6 document of the packages that are shipped: those installed for production, and those that are
 * part of a build whatever they were installed for. Both builds must be there.
 *
 * The workspaces are the product and no packages of their own: a scanner would look for their names in a registry.
 */
export function billOfMaterials() {
  /** @type {Lock} */
  const lock = readJson('package-lock.json').packages
  const shipped = shippedPackages(lock)
  const product = ownPackage(lock)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: new Date().toISOString(), lifecycles: [{ phase: 'build' }], component: product },
    components: components(lock, shipped),
    dependencies: [
      { ref: product['bom-ref'], dependsOn: dependenciesOf(lock, shipped, ['', ...WORKSPACES]) },
      ...[...placesByUrl(lock, shipped)].map(([ref, places]) => ({
        ref,
        dependsOn: dependenciesOf(lock, shipped, places),
      })),
    ],
  }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'))

/** @param {Lock} lock */
function ownPackage(lock) {
  const { name } = readJson('package.json')
  const { version, license } = entryOf(lock, '')
  return { 'bom-ref': `${name}@${version}`, type: 'application', name, version, licenses: licensesOf(license) }
}

/**
 * Maps the folder of each shipped package to where it is shipped.
 * @param {Lock} lock
 * @returns {Map<string, string[]>}
 */
function shippedPackages(lock) {
  /** @type {Map<string, string[]>} */
  const shipped = new Map()
  for (const [place, { dev, link }] of Object.entries(lock)) {
    // Optional packages are installed on their own platform only.
    if (place.includes('node_modules/') && !dev && !link && existsSync(inRoot(place)))
      shipped.set(place, ['node_modules'])
  }
  for (const [folder, list] of Object.entries(BUNDLES))
    for (const place of readJson(path.join(folder, list))) shipped.set(place, [...(shipped.get(place) ?? []), folder])
  return shipped
}

/**
 * @param {Lock} lock
 * @param {Map<string, string[]>} shipped
 */
function components(lock, shipped) {
  return [...placesByUrl(lock, shipped)].map(([purl, places]) => {
    const [place = ''] = places
    const { version, license, integrity } = entryOf(lock, place)
    const name = nameOf(place)
    const slash = name.indexOf('/')
    const folders = new Set(places.flatMap((each) => shipped.get(each) ?? []))
    return {
      'bom-ref': purl,
      type: 'library',
      ...(slash < 0 ? { name } : { group: name.slice(0, slash), name: name.slice(slash + 1) }),
      version,
      hashes: hashesOf(integrity),
      licenses: licensesOf(license),
      purl,
      properties: [...folders].sort().map((value) => ({ name: 'portico:shipped-in', value })),
    }
  })
}

/**
 * Folders of the same package in the same version, by its package URL, in the order of these.
 * @param {Lock} lock
 * @param {Map<string, string[]>} shipped
 */
function placesByUrl(lock, shipped) {
  /** @type {Map<string, string[]>} */
  const byUrl = new Map()
  for (const place of shipped.keys()) {
    const url = packageUrl(nameOf(place), entryOf(lock, place).version)
    byUrl.set(url, [...(byUrl.get(url) ?? []), place])
  }
  return new Map([...byUrl].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @param {string} name @param {string} version */
const packageUrl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** @param {string} place */
const nameOf = (place) => place.replace(/^.*node_modules\//, '')

/**
 * @param {Lock} lock
 * @param {string} place
 */
function entryOf(lock, place) {
  const entry = lock[place]
  if (!entry) throw new Error(`package-lock.json does not know ${place}: run "npm run build" again.`)
  return entry
}

/**
 * Package URLs of the shipped packages that those in `places` name. Development dependencies count for the workspaces,
 * whose bundles contain some of them. Some packages name optional peers in `peerDependenciesMeta` only.
 * @param {Lock} lock
 * @param {Map<string, string[]>} shipped
 * @param {readonly string[]} places
 */
function dependenciesOf(lock, shipped, places) {
  /** @type {Set<string>} */
  const urls = new Set()
  for (const place of places) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, devDependencies } = entryOf(
      lock,
      place,
    )
    const names = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...peerDependenciesMeta }
    for (const name of Object.keys({ ...names, ...devDependencies })) {
      const target = resolve(lock, place, name)
      if (target !== undefined && shipped.has(target)) urls.add(packageUrl(name, entryOf(lock, target).version))
    }
  }
  return [...urls].sort()
}

/**
 * Returns the folder that Node.js finds for `name` from `place`, going up; undefined when it is not locked.
 * @param {Lock} lock
 * @param {string} place
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(lock, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = path.posix.join(folder, 'node_modules', name)
    if (lock[candidate]) return candidate
    if (folder === '') return undefined
  }
}

/**
 * CycloneDX has SHA-512 in hexadecimal digits, package-lock.json `sha512-` and base64.
 * @param {string | undefined} integrity
 */
function hashesOf(integrity = '') {
  return [...integrity.matchAll(/\bsha(\d+)-(\S+)/g)].map(([, bits, digest = '']) => ({
    alg: `SHA-${bits}`,
    content: Buffer.from(digest, 'base64').toString('hex'),
  }))
}

/**
 * An SPDX id, an expression of several, or what else the package says.
 * @param {string | undefined} license
 */
function licensesOf(license) {
  if (license === undefined) return []
  if (/ (?:AND|OR|WITH) /.test(license)) return [{ expression: license }]
  return [{ license: license.includes(' ') ? { name: license } : { id: license } }]
}
