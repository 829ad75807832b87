import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import type { Finding } from '../doctor/finding.ts'
import { doctorCommand } from './doctor.ts'

const runner = commandRunner()

beforeEach(() => {
  vi.stubEnv('PORTAL_DATA_DIR', runner.portal.dataDir)
  vi.stubEnv('PORTAL_PUBLIC_URL', 'http://localhost:8080')
})
afterEach(() => {
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
      'extension',
      'collation',
      'clock',
      'migrations',
      'grants',
      'certificates',
      'keys',
      'storage',
      'mail',
      'directory',
      'public address',
    ])
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
      name: 'storage',
      settings: { PORTAL_FILES: `file:${path.join('/proc', 'portico')}` },
      advice: 'check PORTAL_FILES',
    },
  ])('learns what is wrong with $name and what to do', async ({ name, settings, advice }) => {
    expect((await examine(settings)).get(name)).toEqual({ name, ok: false, message: expect.stringContaining(advice) })
  })

  test('learns which key is missing for stored secrets', async () => {
    const user = await runner.portal.make.user()
    await runner.portal.owner(
      "insert into authenticators (user_id, sealed_seed, last_step) values ($1, 'lost.AAAA', 0)",
      [user.id],
    )
    expect((await examine()).get('keys')).toMatchObject({
      ok: false,
      message: expect.stringContaining('the keys lost,'),
    })
    await runner.portal.owner('delete from authenticators')
  })

  test('gets exit code 1 and the number of problems', async () => {
    vi.stubEnv('PORTAL_PUBLIC_URL', 'http://portal.example.com')
    vi.stubEnv('PORTAL_PLAIN_HTTP', 'on')
    await expect(doctorCommand([])).rejects.toThrow('1 of 13 checks found a problem.')
    expect(runner.output).toMatch(/^PROBLEM {2}public address: http:\/\/portal\.example\.com is not encrypted/m)
    await expect(doctorCommand(['--xml'])).rejects.toThrow('The command doctor takes --json, and nothing else.')
  })
})
