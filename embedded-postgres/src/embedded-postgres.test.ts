import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type EmbeddedPostgres, isRunning } from '@portico/server/for-embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const flags = ['-c', 'fsync=off']
let folder: string
const running: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-embedded-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

async function start(at = folder): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(at, { flags })
  running.push(server)
  return server
}

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client(server.url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

const postmaster = (at = folder) => Number(readFileSync(path.join(at, 'data/postmaster.pid'), 'utf8').split('\n')[0])

/** Creates the data in the temporary place for ever. */
const neverMoves = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.renameSync = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    syncBuiltinESMExports()`

/** A process that starts the server, reports it, and stays; 'stop' on its standard input stops it. */
function startInChild(
  at = folder,
  before = '',
): { child: ChildProcess; started: Promise<{ adopted: boolean; pid: number }> } {
  const module = path.join(import.meta.dirname, 'embedded-postgres.ts')
  const script = `${before}
    import { startEmbeddedPostgres } from ${JSON.stringify(module)}
    const server = await startEmbeddedPostgres(process.argv[1], { flags: ${JSON.stringify(flags)} })
    console.log(JSON.stringify({ adopted: server.adopted }))
    process.stdin.once('data', async () => { await server.stop(); process.exit() })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, at], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const started = once(child.stdout, 'data').then(([line]) => ({ ...JSON.parse(String(line)), pid: postmaster(at) }))
  return { child, started }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

describe('the embedded database', () => {
  it('starts in an empty folder, listens on a socket for its user only, and stops', async () => {
    const server = await start()
    expect(server.adopted).toBe(false)
    expect(await query(server, 'show listen_addresses')).toEqual([['']])
    expect(await query(server, 'show unix_socket_permissions')).toEqual([['0700']])
    const pid = postmaster()
    await server.stop()
    expect(isRunning(pid)).toBe(false)
  })

  it('keeps its rows over stop and start', async () => {
    const first = await start()
    await query(first, 'create table kept as select 42 as answer')
    await first.stop()
    expect(await query(await start(), 'select answer from kept')).toEqual([[42]])
  })

  it('three processes that start at once share one server, and the last to leave stops it', async () => {
    const starters = [startInChild(), startInChild(), startInChild()]
    const answers = await Promise.all(starters.map(({ started }) => started))
    expect(answers.filter(({ adopted }) => !adopted)).toHaveLength(1)
    const [pid = 0] = new Set(answers.map((answer) => answer.pid))
    expect(answers.map((answer) => answer.pid)).toEqual([pid, pid, pid])
    for (const { child } of starters) {
      expect(isRunning(pid)).toBe(true)
      child.stdin?.write('stop\n')
      await ended(child)
    }
    expect(isRunning(pid)).toBe(false)
  })

  it('is adopted with its rows after its portal was killed, and stopped by the adopter', async () => {
    const { child, started } = startInChild()
    const { pid } = await started
    child.kill('SIGKILL')
    await ended(child)
    const server = await start()
    expect(server.adopted).toBe(true)
    expect(postmaster()).toBe(pid)
    await server.stop()
    expect(isRunning(pid)).toBe(false)
  })

  it('is back with every committed row after it was killed (R05)', async () => {
    const server = await start()
    await query(server, 'create table kept as select 42 as answer')
    const pid = postmaster()
    process.kill(pid, 'SIGKILL')
    while (isRunning(pid)) await setImmediate()
    let answer: unknown
    while (answer === undefined) answer = await query(server, 'select answer from kept').catch(() => undefined)
    expect(answer).toEqual([[42]])
    expect(postmaster()).not.toBe(pid)
  })

  it('recovers from a kill in the middle of its first start', async () => {
    const { child } = startInChild(folder, neverMoves)
    const half = () => readdirSync(folder).some((name) => existsSync(path.join(folder, name, 'base')))
    while (!half()) await setImmediate()
    child.kill('SIGKILL')
    await ended(child)
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
    expect(await query(await start(), 'select 1')).toEqual([[1]])
  })

  it('ignores a left-over file with the number of another process', async () => {
    await (await start()).stop()
    writeFileSync(path.join(folder, 'data/postmaster.pid'), `${process.pid}\n${folder}/data\n1\n5432\n\n\n\nready\n`)
    expect((await start()).adopted).toBe(false)
  })

  it('works in a folder whose path is too long for a socket, or holds a space and a comma', async () => {
    const deep = path.join(folder, 'a, b', 'x'.repeat(120))
    mkdirSync(deep, { recursive: true })
    expect(await query(await start(deep), 'select 1')).toEqual([[1]])
    const odd = path.join(folder, 'c, "d')
    expect(await query(await start(odd), 'select 1')).toEqual([[1]])
  })

  it('reports in one sentence that another version of PostgreSQL wrote the data', async () => {
    mkdirSync(path.join(folder, 'data'))
    writeFileSync(path.join(folder, 'data/PG_VERSION'), '14\n')
    await expect(start()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/was made by PostgreSQL 14 .* PostgreSQL 18/) as string,
    })
  })

  // oxlint-disable-next-line vitest/no-conditional-tests -- needs the rights of root; elsewhere there is no such test rather than a skipped one
  if (process.getuid?.() === 0)
    it('started by root in a folder of root alone, keeps its data where it can reach them', async () => {
      const closed = path.join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const server = await start(path.join(closed, 'database'))
      expect(await query(server, 'select 1')).toEqual([[1]])
      await server.stop()
      const real = realpathSync(path.join(closed, 'database'))
      expect(path.dirname(real)).toBe('/var/lib/portico')
      rmSync(real, { recursive: true })
    })

  // oxlint-disable-next-line vitest/no-conditional-tests -- needs the rights of root; elsewhere there is no such test rather than a skipped one
  if (process.getuid?.() === 0)
    it('reports in one sentence which folder its user may not enter', async () => {
      const closed = path.join(folder, 'closed')
      mkdirSync(path.join(closed, 'database'), { recursive: true })
      chmodSync(closed, 0o700)
      await expect(start(path.join(closed, 'database'))).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringContaining(`may not enter ${closed}: run "chmod o+x ${closed}"`) as string,
      })
    })
})
