import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { inRoot, projectNode, run } from './lib/runtime.mjs'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

interface Component {
  name: string
  version: string
  purl: string
  'bom-ref': string
  hashes: unknown
  properties: { name: string; value: string }[]
}

interface Bill {
  metadata: { timestamp: string; component: { 'bom-ref': string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')) as Manifest

const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''
const isPackage = (specifier: string) =>
  !/^(?:[./]|\w+:)/.test(specifier) && !specifier.startsWith('@portico/') && !builtinModules.includes(specifier)

/** Packages that a file imports for more than their types. */
function importedPackages(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.css')) return [...text.matchAll(/(?:@import |url\()'([^']+)'/g)].map(([, name = '']) => name)
  const { module } = parseSync(file, text)
  return [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
      .filter((argument) => argument.startsWith("'"))
      .map((name) => name.slice(1, -1)),
  ]
}

const sourcesOf = (folder: string) =>
  globSync(`${folder}/src/**/*.{ts,tsx,css}`, { cwd: inRoot() }).filter(
    (file) => !/\.(?:test|d)\.tsx?$|\/test\/|\/generate-tables\.ts$/.test(file),
  )

const importsOf = (folder: string) => [
  ...new Set(sourcesOf(folder).flatMap((file) => importedPackages(inRoot(file)).filter(isPackage).map(packageOf))),
]

let bill: Bill
const components = new Map<string, Component[]>()
const partsOf = (name: string) =>
  (components.get(name) ?? []).flatMap(({ properties }) => properties.map((p) => p.value))

beforeAll(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portico-sbom-'))
  const file = path.join(folder, 'sbom.cdx.json')
  const { code, output } = await run(projectNode(), [inRoot('tools', 'sbom.mjs'), file])
  if (code !== 0) throw new Error(output)
  bill = JSON.parse(readFileSync(file, 'utf8')) as Bill
  rmSync(folder, { recursive: true })
  for (const part of bill.components) components.set(part.name, [...(components.get(part.name) ?? []), part])
})

describe('an operator who reads sbom.cdx.json', () => {
  test('finds every package that the server imports, and every one that was joined into it (S80)', () => {
    const imported = [...importsOf('server'), ...importsOf('contract')]
    expect(imported).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'sharp', '@node-rs/argon2']))
    expect(imported.filter((name) => !partsOf(name).some((part) => part === 'node_modules'))).toEqual([])
    // The bundler heads each module that it joined with its file.
    const joined = globSync('server/dist/*.js', { cwd: inRoot() }).flatMap((file) => [
      ...readFileSync(inRoot(file), 'utf8').matchAll(/^\s*\/\/ \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm),
    ])
    const names = [...new Set(joined.map(([, name = '']) => name))]
    expect(names.length).toBeGreaterThan(200)
    expect(names.filter((name) => !partsOf(name).includes('server/dist'))).toEqual([])
  })

  test('finds every package whose code, styles or font the browser gets, workers included (S80)', () => {
    const imported = [...importsOf('web'), ...importsOf('contract')]
    const bundled = ['react', 'react-dom', 'scheduler', '@mantine/core', '@fontsource-variable/inter', 'altcha-lib']
    expect(imported).toEqual(expect.arrayContaining(bundled.filter((name) => name !== 'scheduler')))
    expect([...imported, ...bundled].filter((name) => !partsOf(name).includes('web/dist'))).toEqual([])
    const listed = JSON.parse(readFileSync(inRoot('web', 'dist', '.vite', 'packages.json'), 'utf8')) as string[]
    const inBrowser = [...components.keys()].filter((name) => partsOf(name).includes('web/dist'))
    expect(inBrowser).toHaveLength(listed.length)
  })

  test('finds no tool that only builds or tests (S80)', () => {
    const manifests = ['.', 'contract', 'demo', 'embedded-postgres', 'server', 'web'].map(manifestOf)
    // node-saml installs types with itself, those of Node.js among them.
    const production = new Set([
      '@types/node',
      ...manifests.flatMap(({ dependencies }) => Object.keys(dependencies ?? {})),
    ])
    const bundled = new Set(importsOf('web'))
    const tools = manifests
      .flatMap(({ devDependencies }) => Object.keys(devDependencies ?? {}))
      .filter((name) => !production.has(name) && !bundled.has(name))
    expect(tools).toEqual(expect.arrayContaining(['vite', 'vitest', 'typescript', '@types/react', 'rolldown']))
    expect(tools.filter((name) => components.has(name))).toEqual([])
    expect(
      [...components.keys()].filter((name) => /^@(?:portico|vitest|stryker-mutator|testing-library)\//.test(name)),
    ).toEqual([])
  })

  test('reads version, license, hash and package URL of each, as CycloneDX 1.5 has them (S80)', () => {
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      serialNumber: expect.stringMatching(/^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
      version: 1,
      metadata: { component: { type: 'application', name: 'portico', licenses: [{ license: { id: 'Apache-2.0' } }] } },
    })
    expect(new Date(bill.metadata.timestamp).toISOString()).toBe(bill.metadata.timestamp)
    const license = expect.toBeOneOf([
      { license: { id: expect.stringMatching(/^[\w.+-]+$/) } },
      { expression: expect.stringMatching(/^[\w.+() -]+$/) },
    ])
    for (const part of bill.components) {
      const url = `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`
      const ref = `${part.name}@${part.version}`
      expect(part).toMatchObject({ type: 'library', 'bom-ref': ref, purl: url, licenses: [license] })
      expect(part.version).toMatch(/^\d+\.\d+\.\d+/)
      expect(part.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }])
    }
    expect(JSON.stringify(bill)).not.toMatch(/registry|https:/)
  })

  test('follows from the product to each package why it is there (S80)', () => {
    const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(bill.components.length)
    expect(edges.size).toBe(bill.components.length + 1)
    const reached = new Set<string>()
    const visit = (ref: string): void => {
      if (reached.has(ref)) return
      reached.add(ref)
      for (const next of edges.get(ref) ?? []) visit(next)
    }
    visit(bill.metadata.component['bom-ref'])
    expect([...edges.keys()].filter((ref) => !reached.has(ref))).toEqual([])
  })
})
