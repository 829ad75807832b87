import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inRoot, projectNode } from './lib/runtime.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-clone-'))
  for (const part of ['tools', 'server/src', 'package.json', 'package-lock.json'])
    cpSync(inRoot(part), path.join(folder, part), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The project's Node.js, and another one that is installed here. */
function installedNodes(): string[] {
  const ours = projectNode()
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((each) => !each.startsWith(inRoot()))
  const others = folders.map((each) => path.join(each, 'node')).filter((file) => versionOf(file) !== undefined)
  return [ours, ...others.slice(0, 1)]
}

function versionOf(node: string): string | undefined {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

/** Runs a tool in a clone without dependencies, where npm cannot be found. */
function run(node: string, tool: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(node, [path.join('tools', tool), ...args], {
    cwd: folder,
    env: { PATH: '/nowhere', ...environment },
    encoding: 'utf8',
  })
  return { status, output: (stdout + stderr).trim() }
}

describe.each(installedNodes())('an operator in a fresh clone, with %s', (node) => {
  test('learns of every wrong setting before anything is installed', () => {
    const missing = path.join(folder, 'none')
    const environment = {
      PORTAL_PORT: '1',
      PORTAL_DMEO: 'on',
      PORT: 'eighty',
      PORTAL_SMTP_URL_FILE: missing,
      DATABASE_URL: `postgres://portal@localhost/portal?sslrootcert=${missing}`,
    }
    for (const tool of ['start.mjs', 'dev.mjs'])
      expect(run(node, tool, [], environment)).toEqual({
        status: 1,
        output: [
          'PORTAL_PORT is not a setting. Did you mean PORT?',
          'PORTAL_DMEO is not a setting. Did you mean PORTAL_DEMO?',
          'PORT must be a port from 1 to 65535.',
          `DATABASE_URL must name a file of certificates as sslrootcert: ${missing} cannot be read.`,
          `PORTAL_SMTP_URL_FILE names a file that cannot be read: ${missing}.`,
        ].join('\n'),
      })
    expect(readdirSync(folder).toSorted()).toEqual(['package-lock.json', 'package.json', 'server', 'tools'])
  })

  test('learns that a port is in use before anything is installed', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = String((server.address() as AddressInfo).port)
    expect(run(node, 'start.mjs', [], { PORT: port })).toEqual({
      status: 1,
      output: `Port ${port} is in use by another program. Set PORT to a free one, or stop that program.`,
    })
    server.close()
  })
})

describe.each(installedNodes())('an operator who asks for help in a fresh clone, with %s', (node) => {
  test.each([
    [['--help'], 0, /^npm run portal -- serve\n {4}serves the portal\n/],
    [['help'], 0, /npm run portal -- doctor \[--json\]/],
    [['doctor', '--help'], 0, /^npm run portal -- doctor \[--json\]\n.*\n {4}--json\n {8}prints/],
    [[], 1, /^Say which command to run: serve, /],
    [['sevre'], 1, /^There is no command "sevre"/],
    [['serve', 'now'], 1, /^The command serve takes nothing behind its name/],
  ])('gets an answer to %j before anything is installed', (args, status, output) => {
    expect(run(node, 'portal.mjs', args)).toEqual({ status, output: expect.stringMatching(output) })
  })

  test.each([
    [['--help'], 0, /^npm start\n {4}validates the settings, .*PORT=9000 npm start.*\nnpm run portal -- --help\n/s],
    [['help'], 0, /^npm start\n/],
    [['--hlep'], 1, /^npm start takes no options, and "--hlep" stands there. Settings are environment variables/],
  ])('gets an answer to npm start -- %j before anything is installed', (args, status, output) => {
    expect(run(node, 'start.mjs', args)).toEqual({ status, output: expect.stringMatching(output) })
  })
})

describe.each(installedNodes())('a contributor who runs the tests in a fresh clone, with %s', (node) => {
  test('reads in the first line what is missing here', () => {
    const [first = ''] = run(node, 'test.mjs', ['quick']).output.split('\n')
    // Nothing is found in this PATH.
    expect(first).toMatch(/^Missing here: (?:.*, )?openssl/)
  })
})
