import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '../src/http/openapi.ts'
import { productRoot } from '../src/product-root.ts'
import type { MadeUser } from './make.ts'
import { type Portal, startPortal } from './portal.ts'
import { makeServiceAccount } from './service-accounts.ts'

const runFile = promisify(execFile)
const generator = path.join(path.dirname(createRequire(import.meta.url).resolve('openapi-typescript')), '../bin/cli.js')
const compiler = path.join(productRoot, 'node_modules/.bin/tsc')

/** The program of docs/integration.md. */
const [, documented = ''] =
  /### A typed client[\s\S]*?```ts\n([\s\S]*?)```/.exec(
    readFileSync(path.join(productRoot, 'docs/integration.md'), 'utf8'),
  ) ?? []

let folder: string
let portal: Portal
let owner: MadeUser
let northgate: number
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-client-'))
  portal = await startPortal()
  northgate = await portal.make.client({ name: 'Northgate' })
  owner = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(owner, ['User Administration'])
  await portal.make.user({ user_name: 'nora.north', client_id: northgate })
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(openApi('1.0.0')))
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  symlinkSync(path.join(productRoot, 'node_modules'), path.join(folder, 'node_modules'))
  await runFile(process.execPath, [generator, 'openapi.json', '-o', 'portal.d.ts'], { cwd: folder })
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the compiler says of a program; '' where it is right. */
async function compiled(program: string): Promise<string> {
  writeFileSync(path.join(folder, 'program.ts'), program)
  const options = '--strict --noEmit --module nodenext --target es2023 --lib es2023,dom --types node'
  const args = [compiler, ...options.split(' '), '--allowImportingTsExtensions', 'program.ts']
  const said = await runFile(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => error)
  return said.stdout
}

async function outputOf(scopes: readonly ('users:read' | 'users:write')[]): Promise<string[]> {
  const { token } = await makeServiceAccount(portal, { owner, scopes, clientId: northgate })
  const env = {
    ...process.env,
    PORTAL_URL: portal.origin,
    PORTAL_TOKEN: token,
    PORTAL_UID: String(owner.id),
    PORTAL_EMPLOYER: String(northgate),
  }
  const { stdout } = await runFile(process.execPath, ['program.ts'], { cwd: folder, env })
  return stdout.trim().split('\n')
}

test('a program whose client is generated from the API document compiles, lists users, creates one, and reads which scope is missing', async () => {
  expect(await compiled(documented)).toBe('')
  const lacking = 'This call needs the scope users:write, which the service account doesn’t have.'
  expect(await outputOf(['users:read'])).toEqual(['nora.north nora.north@example.test', `403 ${lacking}`])
  const [user] = await portal.owner(`select count(*)::int as count from users where user_name = 'pat.roll'`)
  expect(user).toEqual({ count: 0 })
  expect(await outputOf(['users:read', 'users:write'])).toEqual([
    'nora.north nora.north@example.test',
    expect.stringMatching(/^created \d+$/) as string,
  ])
  const made = await portal.owner(`select client_id from users where user_name = 'pat.roll'`)
  expect(made).toEqual([{ client_id: northgate }])
})

test('a program with a field, an address or a value that the API document does not have does not compile', async () => {
  for (const [right, wrong] of [
    ["nm: 'north'", "name: 'north'"],
    ['{uid}/cpusers', '{uid}/people'],
    ['pageSize: 15', 'pageSize: 17'],
    ['userNm, emailAddress }', 'userName, emailAddress }'],
  ] as const) {
    const program = documented.replace(right, wrong)
    expect(program).not.toBe(documented)
    expect([wrong, await compiled(program)]).toEqual([wrong, expect.stringContaining('program.ts')])
  }
})
