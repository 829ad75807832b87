import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, cloneDatabase, emptyDatabase, type TestDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { productVersion } from '../db/product-version.ts'
import { runProgram as run, SECRET_KEYS as KEYS } from '../../test/program.ts'

const SETTINGS = { PORTAL_SECRET_KEYS: KEYS }
let folder: string
let taken: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-start-'))
  // The user that the database runs as must reach its data.
  chmodSync(folder, 0o755)
})
afterEach(() => {
  taken?.close()
  taken = undefined
  rmSync(folder, { recursive: true, force: true })
})

async function takePort(): Promise<string> {
  const server = createServer()
  taken = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return String((server.address() as AddressInfo).port)
}

describe('a start that cannot work prints the reason in one sentence and exits with 1', () => {
  test('when the port is busy, before anything is created', async () => {
    const port = await takePort()
    const { code, output } = await run(['serve'], { PORT: port, PORTAL_DATA_DIR: path.join(folder, 'data') })
    expect({ code, output }).toEqual({
      code: 1,
      output: `Port ${port} is in use by another program. Set PORT to a free one, or stop that program.`,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('when Node.js is too old, whatever the command', async () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'24.14.9'})`
    const { code, output } = await run(['serve'], {
      NODE_OPTIONS: `--import ${old}`,
      PORTAL_DATA_DIR: path.join(folder, 'data'),
    })
    expect({ code, output }).toEqual({
      code: 1,
      output:
        'The server needs Node.js 24.15 or newer, and this is 24.14.9. Start it with node_modules/.bin/node, which the portal brings, or by npm.',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('when the port of health and metrics is busy, before anything is created', async () => {
    const port = await takePort()
    const environment = { PORTAL_OPS_PORT: port, PORTAL_DATA_DIR: path.join(folder, 'data') }
    const { code, output } = await run(['serve'], environment)
    expect({ code, output }).toEqual({
      code: 1,
      output: `Port ${port} is in use by another program. Set PORTAL_OPS_PORT to a free one, or stop that program.`,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('when both ports are the same', async () => {
    const port = String(await freePort())
    const { code, output } = await run(['serve'], { PORT: port, PORTAL_OPS_PORT: port })
    expect({ code, output }).toEqual({
      code: 1,
      output: 'PORTAL_OPS_PORT and PORT are the same; choose two different ports.',
    })
  })

  test('when the data folder cannot be created', async () => {
    const { code, output } = await run(['serve'], { PORTAL_DATA_DIR: '/proc/portico/data' })
    expect(code).toBe(1)
    expect(output).toMatch(/^The data folder .* cannot be written: .*PORTAL_DATA_DIR/)
  })

  test('when settings are wrong, all of them at once', async () => {
    const { code, output } = await run(['serve'], {
      PORT: 'eighty',
      PORTAL_PUBLIC_ULR: 'x',
      PORTAL_DEMO: 'maybe',
      DATABASE_URL: 'postgres://localhost/x',
    })
    expect(code).toBe(1)
    expect(output.split('\n')).toHaveLength(4)
    expect(output).toContain('PORTAL_PUBLIC_ULR is not a setting. Did you mean PORTAL_PUBLIC_URL?')
    expect(output).toMatch(/^PORT must be a port from 1 to 65535\.$/m)
    expect(output).toMatch(/^PORTAL_DEMO must be one of on, public, off\.$/m)
    expect(output).toMatch(/PORTAL_SECRET_KEYS is required/)
  })

  test('when the database cannot be reached', async () => {
    const { code, output } = await run(['serve'], {
      // The driver warns of this mode, which says nothing to an operator.
      DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none?sslmode=require',
      ...SETTINGS,
    })
    expect(code).toBe(1)
    expect(output.split('\n')).toHaveLength(1)
    expect(output).toMatch(/^The database at postgres:\S+ \(DATABASE_URL\) cannot be reached: /)
    expect(output).not.toContain('secret-word')
  })

  test('and says before that where months of the audit trail cannot leave', async () => {
    const { output } = await run(['serve'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      PORTAL_AUDIT_KEPT_DAYS: '730',
      PORTAL_AUDIT_FOLDER: path.join(folder, 'audit'),
      ...SETTINGS,
    })
    // The log and the sentence come by different pipes.
    const [sentence, warning = ''] = output.split('\n').toSorted((a, b) => Number(a > b) - Number(a < b))
    expect(JSON.parse(warning)).toMatchObject({
      level: 'warn',
      reason: `there is no ${folder}/audit (PORTAL_AUDIT_FOLDER)`,
      msg: 'audit months stay: the folder of their files is not as it was left',
    })
    expect(sentence).toContain('cannot be reached')
  })

  test('when the database belongs to a newer version, and leaves it untouched (R19)', async () => {
    const database = await cloneDatabase()
    await asOwner(
      database,
      `insert into schema_migrations (version, name, checksum, oldest_serving_version)
         values (9999, '9999-from-the-future', 'x', '9.0.0')`,
    )
    const { code, output } = await run(['serve'], { DATABASE_URL: database.url, ...SETTINGS })
    const { rows } = await asOwner(database, 'select max(version) as newest from schema_migrations')
    await database.drop()
    expect({ code, rows }).toEqual({ code: 1, rows: [{ newest: 9999 }] })
    expect(output).toBe(
      `The database belongs to a newer version of Portico: the migration 9999-from-the-future lets only version 9.0.0 and later ones serve, and this is ${productVersion}. Start a newer version, or restore the backup from before the upgrade.`,
    )
  })

  test.each([
    [
      'has another key of an id that the portal knows',
      `insert into secret_key_checks (id, key_check) values ('test', 'of another key')`,
      'The key test of PORTAL_SECRET_KEYS is another one than this database knows by that id: give every node the same keys, and a new key an id of its own.',
    ],
    [
      'lacks the key with which the portal signs',
      `insert into secret_key_checks (id, key_check, signs_since) values ('newest', 'x', now())`,
      'PORTAL_SECRET_KEYS lacks the key newest, with which this portal signs: add it, from another node or a backup. If it is lost, "npm run portal -- secret-keys forget newest" gives it up.',
    ],
  ])('when a node %s', async (_, known, sentence) => {
    const database = await cloneDatabase()
    await asOwner(database, known)
    const settings = { DATABASE_URL: database.url, PORTAL_DATA_DIR: path.join(folder, 'data'), ...SETTINGS }
    expect(await run(['serve'], settings)).toEqual({ code: 1, output: sentence })
    expect(await run(['users', 'list'], settings)).toEqual({ code: 1, output: sentence })
    const { rows } = await asOwner(database, 'select count(*)::int as keys from secret_key_checks')
    await database.drop()
    expect(rows).toEqual([{ keys: 1 }])
  })

  test('when the command is missing', async () => {
    expect(await run([], {})).toMatchObject({
      code: 1,
      output: expect.stringContaining('Say which command to run: serve'),
    })
  })

  test('when there is no such command', async () => {
    expect(await run(['sevre'], {})).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no command "sevre"'),
    })
  })

  test('when the data folder cannot be written', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    const { code, output } = await run(['serve'], { PORTAL_DATA_DIR: path.join(file, 'data') })
    expect(code).toBe(1)
    expect(output).toMatch(/^The data folder .* cannot be written/)
    expect(output.split('\n')).toHaveLength(1)
  })
})

describe('a setting alone does not make a database a demo', () => {
  const asks = async (database: TestDatabase, environment: Record<string, string>) =>
    run(['serve'], {
      DATABASE_URL: database.url,
      PORTAL_DATA_DIR: path.join(folder, 'data'),
      ...SETTINGS,
      ...environment,
    })

  test('PORTAL_DEMO=on with other data is refused, and nothing is changed', async () => {
    const database = await cloneDatabase()
    await asOwner(database, "insert into clients (id, name) values (1, 'Real company')")
    const { code, output } = await asks(database, { PORTAL_DEMO: 'on' })
    const { rows } = await asOwner(
      database,
      'select (select count(*)::int from clients) as clients, (select count(*)::int from users) as users',
    )
    await database.drop()
    expect({ code, rows }).toEqual({ code: 1, rows: [{ clients: 1, users: 0 }] })
    expect(output).toMatch(/^PORTAL_DEMO=on is refused: the database holds data that the demo did not load\./m)
  })

  test('a demo with known passwords is served under no public address, as a demo or not', async () => {
    const database = await cloneDatabase()
    await asOwner(
      database,
      "insert into clients (id, name) values (1, 'Demo'); insert into demo_world (has_known_passwords) values (true)",
    )
    const address = { PORTAL_PUBLIC_URL: 'https://portal.example.com' }
    const asDemo = await asks(database, { ...address, PORTAL_DEMO: 'public' })
    const asPortal = await asks(database, address)
    await database.drop()
    expect(asDemo.code).toBe(1)
    expect(asDemo.output).toMatch(
      /^PORTAL_DEMO=public is refused: the demo in this database has the passwords of the documentation\./m,
    )
    expect(asPortal.code).toBe(1)
    expect(asPortal.output).toMatch(/^The database holds the demo world, whose passwords are known to everybody/m)
  })

  test('a folder of documents that cannot be written stops the start', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    const database = await cloneDatabase()
    const named = await asks(database, { PORTAL_FILES: `file:${file}` })
    const inDataFolder = await asks(database, { PORTAL_DATA_DIR: file })
    await database.drop()
    expect(named).toEqual({
      code: 1,
      output: `The folder of documents ${file} cannot be written: it is a file. Set PORTAL_FILES to file: and a folder that this user may write.`,
    })
    expect(inDataFolder).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The folder of documents .*Set PORTAL_DATA_DIR/),
    })
  })
})

describe('the commands of an operator', () => {
  test('migrate brings a new database up to date, once', async () => {
    const database = await emptyDatabase()
    const environment = { DATABASE_URL: database.url, ...SETTINGS }
    const first = await run(['migrate'], environment)
    const second = await run(['migrate'], environment)
    await database.drop()
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^Applied: /) })
    expect(second).toEqual({ code: 0, output: 'The database is up to date.' })
  })

  test('doctor finds no problem on a healthy server', async () => {
    const database = await cloneDatabase()
    const { code, output } = await run(['doctor'], { DATABASE_URL: database.url, ...SETTINGS })
    await database.drop()
    expect({ code, problems: output.match(/PROBLEM/g) }).toEqual({ code: 0, problems: null })
  })

  test('verify-audit finds a changed event (S78)', async () => {
    const database = await cloneDatabase()
    const environment = { DATABASE_URL: database.url, ...SETTINGS }
    await asOwner(database, "insert into audit_events (event) values ('user_created'), ('user_updated')")
    await asOwner(database, 'select * from seal_audit_events(100)')
    expect(await run(['verify-audit'], environment)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^The audit trail is whole\.\nIts head is 2:[0-9a-f]{64}\./),
    })
    await asOwner(database, "update audit_events set event = 'user_deleted' where event = 'user_created'")
    expect(await run(['verify-audit'], environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining('has been changed'),
    })
    await database.drop()
  })

  test('export-openapi writes OpenAPI 3.1 of every call', async () => {
    const { code, output } = await run(['export-openapi'], {})
    const description = JSON.parse(output) as { openapi: string; paths: Record<string, unknown> }
    expect(code).toBe(0)
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths)).toContain('/ccservices/secure/user/rest/db/signin/login-service')
  })

  test('export-openapi writes to the given file, and does not accept an option as one', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-openapi-'))
    const file = path.join(folder, 'api.json')
    expect(await run(['export-openapi', file], {})).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ openapi: '3.1.0' })
    expect(await run(['export-openapi', '--pretty'], {})).toMatchObject({ code: 1 })
    rmSync(folder, { recursive: true })
  })
})

describe('an operator who does not know the command line', () => {
  test.each([[['--help']], [['-h']]])('%j lists every command with what it does', async (args) => {
    const { code, output } = await run(args, {})
    expect(code).toBe(0)
    expect(output).toContain('npm run portal -- reset-second-factor USER-NAME\n    removes the second factor')
  })

  test('gets the options of a command with its help, and the version', async () => {
    const { code, output } = await run(['restore', '--help'], {})
    expect(code).toBe(0)
    expect(output).toMatch(
      /^npm run portal -- restore FOLDER \[--overwrite \| --check\] \| --recovered \[--erasures FILE\] \| person\|library USER-NAME --from BACKUP …\n {4}brings a backup back.*\n {4}FOLDER\n/,
    )
    expect(output).toMatch(/\n {4}--overwrite\n {8}replaces the database/)
    expect(await run(['--version'], {})).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Portico \d+\.\d+\.\d+/),
    })
  })

  test('gets the help of one command, which then does nothing', async () => {
    expect(await run(['migrate', '--help'], { PORTAL_DATA_DIR: path.join(folder, 'data') })).toEqual({
      code: 0,
      output:
        'npm run portal -- migrate [--plan]\n    brings the database to this version without serving, or says what that would lock and rewrite\n    --plan\n        changes nothing; prints each migration that waits, with the tables and their rows',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    [[], /^Say which command to run: serve, migrate, .+\. npm run portal -- help says what each does\.$/],
    [['constructor'], /^There is no command "constructor"\. There are: serve, .+\.$/],
    [['demo', '--again'], /^The command demo takes nothing behind its name, and "--again" stands there\.$/],
  ])('%j is one sentence and ends with 1', async (args, sentence) => {
    const { code, output } = await run(args, { PORTAL_DATA_DIR: path.join(folder, 'data') })
    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(readdirSync(folder)).toEqual([])
  })
})
