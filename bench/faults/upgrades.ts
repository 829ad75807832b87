import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readMigrations } from '../../server/src/db/migration-files.ts'
import { Browser } from '../../server/test/browser.ts'
import { previousRelease } from '../../server/test/previous-release.ts'
import { inRoot, projectEnvironment, projectNode, run } from '../../tools/lib/runtime.mjs'
import { compiledCode, serverArguments } from '../../tools/lib/serve.mjs'
import { onDatabase } from '../postgres.ts'
import { portalEnvironment, startPortal } from '../servers.ts'
import { atLeast, CannotHere, type Experiment, fact, none, within } from './experiment.ts'
import { PASSWORD } from './load.ts'
import { tempFolder, untilReady } from './world.ts'

/** More than the demo, before it is migrated. */
const [USERS, EVENTS] = [100_000, 1_000_000]

interface Rehearsal {
  size: { users: number; events: number }
  kept: { users: number; events: number; problem: string | null }
  migrationMs: number
  lockMs: number
  phases: { phase: string; requests: number; failed: number; slowestMs: number }[]
}

export const upgrade: Experiment = {
  id: 'R18',
  title: 'A migration of a filled database under writes',
  run: async ({ isQuick }) => {
    try {
      previousRelease()
    } catch (error) {
      throw new CannotHere((error as Error).message)
    }
    const file = path.join(tempFolder(), 'rehearsal.json')
    const size = isQuick ? [] : ['--users', String(USERS), '--events', String(EVENTS)]
    const { output } = await run(projectNode(), [inRoot('bench', 'rehearse.ts'), ...size, '--json', file], {
      env: projectEnvironment(),
    })
    const rehearsal = readRehearsal(file)
    if (!rehearsal) throw new Error(output.slice(-2_000))
    const { size: asked, kept, migrationMs, lockMs, phases } = rehearsal
    const migration = phases.find(({ phase }) => phase === 'migration')
    return {
      findings: [
        atLeast(
          'requests',
          phases.reduce((sum, { requests }) => sum + requests, 0),
          100,
        ),
        none(
          'requests that failed',
          phases.reduce((sum, { failed }) => sum + failed, 0),
        ),
        fact('users beside the demo', asked.users),
        fact('events of the audit trail beside the demo', asked.events),
        none('of them lost', asked.users - kept.users + asked.events - kept.events),
        none('problems of the audit trail afterwards', kept.problem === null ? 0 : 1),
        fact('migration', migrationMs, 'ms'),
        fact('longest wait for a lock during the migration', lockMs, 'ms'),
        within('slowest request during the migration', migration?.slowestMs ?? Number.NaN, 1_000),
      ],
      notes: ['by bench/rehearse.ts: from the previous release to this one and back'],
      open: isQuick ? ['100,000 users and a million events of the audit trail in the database that is migrated'] : [],
    }
  },
}

function readRehearsal(file: string): Rehearsal | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Rehearsal
  } catch {
    return undefined
  }
}

const KILLED_MIGRATIONS = 6

export const killedMigration: Experiment = {
  id: 'R19',
  title: 'A migration is killed half-way, or started twice',
  run: async ({ cluster, random }) => {
    await onDatabase(cluster.url('postgres'), (client) => client.query('create database killed_migration'))
    const url = cluster.url('killed_migration')
    const environment = { ...portalEnvironment(url), PORTAL_DATA_DIR: tempFolder() }
    const applied: number[] = []
    for (let n = 0; n < KILLED_MIGRATIONS; n++) {
      await killedAfter(environment, 400 + random() * 2_500 * (n + 1))
      applied.push(await appliedIn(url))
    }
    const began = performance.now()
    const nodes = await Promise.allSettled([
      startPortal({ environment, startTimeoutMs: 180_000 }),
      startPortal({ environment, startTimeoutMs: 180_000 }),
    ])
    const started = nodes.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []))
    try {
      for (const { opsOrigin } of started) await untilReady(opsOrigin)
      const startMs = performance.now() - began
      const rows = await onDatabase(url, async (client) =>
        (await client.query<{ version: string }>('select version::text from schema_migrations')).rows.map(
          ({ version }) => version,
        ),
      )
      const wanted = await readMigrations()
      const origin = started[0]?.origin ?? ''
      const signedIn = await new Browser(origin).trySignIn('portal.admin', PASSWORD).catch(() => ({ code: '' }))
      return {
        findings: [
          fact('migrations killed', KILLED_MIGRATIONS),
          none('nodes that did not start', nodes.length - started.length),
          none('versions recorded twice', rows.length - new Set(rows).size),
          none('versions that are missing', wanted.filter(({ version }) => !rows.includes(String(version))).length),
          fact('both nodes ready after', startMs, 'ms'),
          none('users who cannot sign in', signedIn.code === '200' ? 0 : 1),
        ],
        notes: [`migrations recorded after each kill: ${applied.join(', ')}`],
      }
    } finally {
      for (const node of started) await node.stop()
    }
  },
}

async function killedAfter(environment: Readonly<Record<string, string>>, ms: number): Promise<void> {
  const child = spawn(projectNode(), serverArguments('migrate'), {
    env: { PATH: process.env['PATH'], ...compiledCode, ...environment },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await Promise.race([delay(ms), ended])
  child.kill('SIGKILL')
  await ended
}

const appliedIn = (url: string): Promise<number> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ present: boolean }>(
      "select to_regclass('public.schema_migrations') is not null as present",
    )
    if (!rows[0]?.present) return 0
    return (await client.query('select from schema_migrations')).rowCount ?? 0
  })
