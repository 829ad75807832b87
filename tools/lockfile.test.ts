import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inRoot, projectEnvironment, run } from './lib/runtime.mjs'

const WORKSPACES = ['contract', 'demo', 'embedded-postgres', 'server', 'web']
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

type Names = Partial<Record<(typeof KINDS)[number], Record<string, string>>>
interface Manifest extends Names {
  name: string
  private?: boolean
  workspaces?: string[]
}
interface LockedPackage extends Names {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
}

const readJson = <T>(...file: string[]) => JSON.parse(readFileSync(inRoot(...file), 'utf8')) as T
const locked = Object.entries(readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json').packages)
const installed = locked.filter(([place, { link }]) => place.includes('node_modules/') && !link)
const isOwn = (name: string) => name.startsWith('@portico/')

/** Of `names` in a manifest or lock entry, those that are no plain version: git, an address, a file or another name. */
const sourcesIn = (entry: Names) =>
  KINDS.flatMap((kind) => Object.entries(entry[kind] ?? {})).filter(([, wanted]) => /[:/]/.test(wanted))

describe('package-lock.json', () => {
  test('has the hash of every package (S80)', () => {
    expect(installed.length).toBeGreaterThan(300)
    const unproven = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    expect(unproven.map(([place]) => place)).toEqual([])
  })

  test('finds every package by its name and version, never by git, an address or a file (S80)', () => {
    const elsewhere = installed.filter(([, { name, resolved, inBundle }]) => name ?? resolved ?? inBundle)
    expect(elsewhere.map(([place]) => place)).toEqual([])
    expect(installed.filter(([, { version }]) => !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version ?? ''))).toEqual([])
    expect(locked.flatMap(([place, entry]) => sourcesIn(entry).map((found) => [place, ...found]))).toEqual([])
  })

  test('takes the names of the product from its own folders alone (S80)', () => {
    expect(locked.filter(([place]) => place.includes('@portico/'))).toEqual(
      WORKSPACES.map((folder) => [`node_modules/@portico/${folder}`, { resolved: folder, link: true }]),
    )
    for (const folder of ['.', ...WORKSPACES]) expect(readJson<Manifest>(folder, 'package.json').private).toBe(true)
  })
})

describe('a contributor who installs', () => {
  /** Addresses that a registry was asked for. */
  let asked: string[] = []
  const registry = createServer(({ url = '' }, answer) => {
    asked.push(url)
    answer.writeHead(404).end('{}')
  })
  let folder: string

  beforeAll(() => new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve)))
  afterAll(() => registry.close())
  beforeEach(() => {
    asked = []
    folder = mkdtempSync(path.join(tmpdir(), 'portico-install-'))
    cpSync(inRoot('.npmrc'), path.join(folder, '.npmrc'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  function write(file: string, content: unknown): void {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  }

  /** The manifest of a folder with the names of the product alone, which no registry is needed for. */
  function ownManifest(from: string): Manifest {
    const manifest = readJson<Manifest>(from, 'package.json')
    const own = KINDS.map(
      (kind) => [kind, Object.entries(manifest[kind] ?? {}).filter(([name]) => isOwn(name))] as const,
    )
    return { ...manifest, ...Object.fromEntries(own.map(([kind, names]) => [kind, Object.fromEntries(names)])) }
  }

  const install = () => {
    const { port } = registry.address() as AddressInfo
    const place = [`--registry=http://127.0.0.1:${port}/`, `--cache=${path.join(folder, 'cache')}`, '--fetch-retries=0']
    // What npm hands to its scripts would count for more than .npmrc.
    const env = Object.entries(projectEnvironment()).filter(([name]) => !/^npm_config_/i.test(name))
    return run('npm', ['install', ...place], { cwd: folder, env: Object.fromEntries(env) })
  }

  test('gets the workspaces without a registry being asked for their names (S80)', async () => {
    write('package.json', ownManifest('.'))
    for (const each of WORKSPACES) write(`${each}/package.json`, ownManifest(each))
    expect(await install()).toMatchObject({ code: 0 })
    expect(existsSync(path.join(folder, 'node_modules/@portico/contract/package.json'))).toBe(true)
    expect(asked).toEqual([])
  })

  test('gets no foreign package of that name where a workspace is missing (S80)', async () => {
    write('package.json', { ...ownManifest('.'), workspaces: ['server', 'web'] })
    for (const each of ['server', 'web']) write(`${each}/package.json`, ownManifest(each))
    expect((await install()).code).not.toBe(0)
    expect(asked).toEqual([])
  })

  test('runs no code of the packages (S80)', async () => {
    const scripts = { preinstall: 'touch ../ran', install: 'touch ../ran', postinstall: 'touch ../ran' }
    write('added/package.json', { name: 'added', version: '1.0.0', scripts })
    write('package.json', { name: 'sample', workspaces: ['added'], scripts: { postinstall: 'touch ran' } })
    expect(await install()).toMatchObject({ code: 0 })
    expect(existsSync(path.join(folder, 'node_modules/added/package.json'))).toBe(true)
    expect(existsSync(path.join(folder, 'ran'))).toBe(false)
  })
})
