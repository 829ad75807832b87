import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createNetServer, type Server } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { commandRunner } from '../../test/command.ts'
import { freePort } from '../../test/free-port.ts'
import type { Finding } from '../doctor/finding.ts'
import { doctorCommand } from './doctor.ts'

const runner = commandRunner()

beforeEach(() => {
  vi.stubEnv('PORTAL_DATA_DIR', runner.portal.dataDir)
  vi.stubEnv('PORTAL_PUBLIC_URL', 'http://localhost:8080')
})
afterEach(() => {
  vi.useRealTimers()
  process.exitCode = undefined
})

/** The findings of the doctor, by name. */
async function examine(settings: Readonly<Record<string, string>> = {}): Promise<Map<string, Finding>> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  runner.clearOutput()
  await doctorCommand(['--json'])
  const { ok, checks } = JSON.parse(runner.output) as { ok: boolean; checks: Finding[] }
  expect(process.exitCode).toBe(ok ? undefined : 1)
  return new Map(checks.map((finding) => [finding.name, finding]))
}

/** Runs the work with the port of a server that listens on all addresses of this machine. */
async function withServer(server: Server, work: (port: number) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  try {
    await work((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}

describe('an operator who runs the doctor', () => {
  test('reads a line for everything that the portal needs', async () => {
    await doctorCommand([])
    const names = runner.output
      .trimEnd()
      .split('\n')
      .map((line) => /^ {5}ok {2}([a-z ]+): ./.exec(line)?.[1])
    expect(names).toEqual([
      'database',
      'role',
      'owner',
      'extension',
      'collation',
      'clock',
      'migrations',
      'grants',
      'certificates',
      'keys',
      'storage',
      'virus scanner',
      'mail',
      'directory',
      'public address',
      'rate limits',
    ])
  })

  test('reads how many secret keys there are, also where it is one', async () => {
    expect((await examine()).get('keys')?.message).toBe('1 secret key, and it opens what is stored.')
  })

  test.each([
    ['ahead', 60_000],
    ['behind', -60_000],
  ])('learns that the clock of the portal is %s of that of the database', async (_where, apart) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart })
    const clock = (await examine()).get('clock')
    expect(clock?.ok).toBe(false)
    expect(clock?.message).toMatch(/^The clocks of database and portal are \d+\.\d s apart: synchronise them\.$/)
  })

  test('learns which rights the role of the portal lacks, and which it must not have', async () => {
    await runner.portal.owner('revoke insert on sessions from portal_app')
    await runner.portal.owner('grant delete on audit_events to portal_app')
    await runner.portal.owner('alter table users disable row level security')
    const { ok, message } = (await examine()).get('grants') ?? { ok: true, message: '' }
    await runner.portal.owner('alter table users enable row level security')
    await runner.portal.owner('revoke delete on audit_events from portal_app')
    await runner.portal.owner('grant insert on sessions to portal_app')
    expect(ok).toBe(false)
    expect(message).toMatch(/^portal_app lacks insert sessions, row-level-security users; portal_app has delete audit/)
    await expect(doctorCommand([])).resolves.toBeUndefined()
  })

  test.each([
    {
      name: 'mail',
      settings: { PORTAL_SMTP_URL: 'smtp://127.0.0.1:1', PORTAL_MAIL_FROM: 'a@example.com' },
      advice: 'check PORTAL_SMTP_URL',
    },
    {
      name: 'directory',
      settings: { PORTAL_DIRECTORY: 'ldap://127.0.0.1:1/dc=example,dc=com?uid' },
      advice: 'check PORTAL_DIRECTORY',
    },
    {
      name: 'directory',
      settings: { PORTAL_DIRECTORY: 'oidc:http://127.0.0.1:1/realm', PORTAL_DIRECTORY_CLIENT_ID: 'portal' },
      advice: 'check PORTAL_DIRECTORY',
    },
    {
      name: 'public address',
      settings: { PORTAL_PUBLIC_URL: 'http://portal.example.com', PORTAL_PLAIN_HTTP: 'on' },
      advice: 'is not encrypted',
    },
    { name: 'public address', settings: { PORTAL_PUBLIC_URL: 'https://portal.invalid' }, advice: 'is not known here' },
    {
      name: 'virus scanner',
      settings: { PORTAL_VIRUS_SCAN: 'clamd://127.0.0.1:1', PORTAL_SCAN_REQUIRED: 'true' },
      advice: 'uploads are refused: check PORTAL_VIRUS_SCAN',
    },
    {
      name: 'storage',
      settings: { PORTAL_FILES: `file:${path.join('/proc', 'portico')}` },
      advice: 'check PORTAL_FILES',
    },
    {
      name: 'storage',
      settings: { PORTAL_FILES: 's3://key:secret@localhost:1/bucket?region=eu-central-1' },
      advice: 'in the bucket bucket (connect ECONNREFUSED ',
    },
  ])('learns what is wrong with $name and what to do', async ({ name, settings, advice }) => {
    expect((await examine(settings)).get(name)).toEqual({ name, ok: false, message: expect.stringContaining(advice) })
  })

  test('learns that browsers do not trust the certificate of the public address', async () => {
    await withServer(createHttpsServer(await makeCertificate('portal.example.com')), async (port) => {
      const checks = await examine({ PORTAL_PUBLIC_URL: `https://0.0.0.0:${port}` })
      expect(checks.get('public address')).toEqual({
        name: 'public address',
        ok: false,
        message: expect.stringMatching(/has no certificate that browsers trust \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
      })
    })
  })

  test('learns it of an address of this machine, too', async () => {
    await withServer(createHttpsServer(await makeCertificate('portal.example.com')), async (port) => {
      const checks = await examine({ PORTAL_PUBLIC_URL: `https://localhost:${port}` })
      expect(checks.get('public address')).toMatchObject({
        ok: false,
        message: expect.stringMatching(
          /^https:.* has no certificate that browsers trust \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
        ),
      })
    })
  })

  test('does not count a portal that is not started yet as a problem', async () => {
    const checks = await examine({ PORTAL_PUBLIC_URL: `https://0.0.0.0:${await freePort()}` })
    expect(checks.get('public address')).toMatchObject({
      ok: true,
      message: expect.stringContaining('does not answer yet (ECONNREFUSED)'),
    })
  })

  test('learns that the OpenID Connect provider calls itself otherwise, which sign-in refuses', async () => {
    let issuer = ''
    const provider = createHttpServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer }))
    })
    await withServer(provider, async (port) => {
      const settings = { PORTAL_DIRECTORY: `oidc:http://localhost:${port}`, PORTAL_DIRECTORY_CLIENT_ID: 'portal' }
      issuer = `http://localhost:${port}`
      expect((await examine(settings)).get('directory')).toMatchObject({ ok: true })
      issuer = 'https://login.example.com/realms/staff'
      expect((await examine(settings)).get('directory')).toMatchObject({
        ok: false,
        message: expect.stringContaining('set PORTAL_DIRECTORY to oidc:https://login.example.com/realms/staff.'),
      })
    })
  })

  test.each([
    ['stream: OK', { ok: true, message: 'The virus scanner scans files.' }],
    [
      'stream: Heuristics.Broken FOUND',
      { ok: false, message: expect.stringContaining('takes harmless text for Heur') },
    ],
    ['INSTREAM size limit exceeded. ERROR', { ok: false, message: expect.stringContaining('size limit exceeded') }],
  ])('learns from the answer of the virus scanner whether it scans: %s', async (answer, found) => {
    const scanner = createNetServer((socket) => socket.once('data', () => socket.end(`${answer}\0`)))
    await withServer(scanner, async (port) => {
      const checks = await examine({ PORTAL_VIRUS_SCAN: `clamd://127.0.0.1:${port}` })
      expect(checks.get('virus scanner')).toMatchObject(found)
    })
  })

  test.each([
    ['is missing', 'lost'],
    ['is another one of this id', 'test'],
  ])('learns which key for stored secrets %s', async (_, key) => {
    const user = await runner.portal.make.user()
    await runner.portal.owner('insert into authenticators (user_id, sealed_seed, last_step) values ($1, $2, 0)', [
      user.id,
      `${key}.AAAA`,
    ])
    expect((await examine()).get('keys')).toMatchObject({
      ok: false,
      message: expect.stringContaining(`the keys ${key} (1 authenticator app), which PORTAL_SECRET_KEYS lacks`),
    })
    await runner.portal.owner('delete from authenticators')
  })

  test('gets exit code 1 and the number of problems', async () => {
    vi.stubEnv('PORTAL_PUBLIC_URL', 'http://portal.example.com')
    vi.stubEnv('PORTAL_PLAIN_HTTP', 'on')
    await expect(doctorCommand([])).rejects.toThrow('1 of 16 checks found a problem.')
    expect(runner.output).toMatch(/^PROBLEM {2}public address: http:\/\/portal\.example\.com is not encrypted/m)
    await expect(doctorCommand(['--xml'])).rejects.toThrow('The command doctor takes --json, and nothing else.')
  })
})
