import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { builtServer, compiledCode } from '../../test/built-server.ts'
import { commandRunner } from '../../test/command.ts'
import { makeConfigurationAdmin } from '../../test/configuration.ts'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'
import { waitingStatements } from '../../test/waiting-statements.ts'
import { productRoot } from '../product-root.ts'
import { planCommand } from './plan.ts'

const commands = commandRunner()
const folder = mkdtempSync(path.join(tmpdir(), 'portico-killed-apply-'))
let child: ChildProcess | undefined
afterEach(() => {
  process.exitCode = undefined
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const WAIT = { timeout: 60_000, interval: 50 }

test('an apply that is killed half-way leaves nothing of what it has changed, and can be repeated', async () => {
  const { portal } = commands
  await makeConfigurationAdmin(portal)
  const file = path.join(folder, 'portal.yaml')
  writeFileSync(file, 'clients:\n  - name: Killed Client\ndepartments:\n  - name: Killed Department\n')
  const plan = path.join(folder, 'plan.json')
  await planCommand([file, '--as', 'conf.admin', '--out', plan])
  const args = ['apply', plan]
  const environment = {
    DATABASE_URL: portal.config.databaseUrl ?? '',
    PORTAL_SECRET_KEYS: SECRET_KEYS,
    PORTAL_PUBLIC_URL: portal.origin,
  }

  await portal.owner('begin')
  await portal.owner('lock table departments in share row exclusive mode')
  child = spawn(process.execPath, [await builtServer(), ...args], {
    cwd: productRoot,
    env: { PATH: process.env['PATH'], ...compiledCode, ...environment },
    stdio: 'ignore',
  })
  await vi.waitUntil(async () => {
    await portal.owner('select pg_stat_clear_snapshot()')
    return (await waitingStatements(portal)) > 0
  }, WAIT)
  const ended = new Promise((resolve) => child?.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  await portal.owner('commit')

  const made = `select name::text from clients where name = 'Killed Client'
                union all select name::text from departments where name = 'Killed Department' order by 1`
  expect(await portal.owner(made)).toEqual([])
  expect(await runProgram(args, environment)).toMatchObject({ code: 0, output: expect.stringContaining('Applied.') })
  expect(await portal.owner(made)).toHaveLength(2)
})
