import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getProfile } from '@portico/contract/account/account.ts'
import { Browser } from '../../server/test/browser.ts'
import { projectNode } from '../../tools/lib/runtime.mjs'
import { serverArguments } from '../../tools/lib/serve.mjs'
import { freePort, onDatabase } from '../postgres.ts'
import { startPortal } from '../servers.ts'
import { atLeast, type Experiment, fact, none, within } from './experiment.ts'
import { PASSWORD, startLoad } from './load.ts'
import { startWorld, untilReady } from './world.ts'

export const backupUnderWrites: Experiment = {
  id: 'R20',
  title: 'A backup during writes is restored',
  run: async ({ cluster }) => {
    const world = await startWorld(cluster, { isSingle: true })
    try {
      const load = await startLoad(world.origin)
      await load.anotherRound()
      await delay(2_000)
      const backup = path.join(world.folder, 'backup')
      const began = performance.now()
      const earlier = load.snapshot()
      await command(['backup', backup], world.environment)
      const backupMs = performance.now() - began
      await load.stop()
      await onDatabase(cluster.url('postgres'), (client) => client.query('create database restored'))
      const environment = {
        ...world.environment,
        DATABASE_URL: cluster.url('restored'),
        PORTAL_FILES: `file:${path.join(world.folder, 'restored-files')}`,
        PORTAL_DATA_DIR: path.join(world.folder, 'restored'),
      }
      const place = { port: await freePort(), opsPort: await freePort() }
      const serving = { ...environment, PORTAL_PUBLIC_URL: `http://localhost:${place.port}` }
      const restoring = performance.now()
      await command(['restore', backup], environment)
      const portal = await startPortal({ environment: serving, startTimeoutMs: 180_000, place })
      try {
        await untilReady(portal.opsOrigin)
        const browser = await new Browser(portal.origin).signIn('portal.admin', PASSWORD)
        const answer = await browser.send(getProfile, {})
        const restoreMs = performance.now() - restoring
        const kept = await earlier.verify(cluster.url('restored'))
        return {
          findings: [
            fact('backup', backupMs, 'ms'),
            within('restore to the first page of a user', restoreMs, 300_000),
            none('users who cannot sign in', answer.status === 200 ? 0 : 1),
            atLeast('changes acknowledged before the backup', kept.acknowledged, 1),
            none('of them lost', kept.lost),
            none(
              'documents whose file is missing or differs',
              await differingFiles(environment.DATABASE_URL, path.join(world.folder, 'restored-files')),
            ),
          ],
        }
      } finally {
        await portal.stop()
      }
    } finally {
      await world.close()
    }
  },
}

const command = async (args: readonly string[], environment: Readonly<Record<string, string>>) =>
  promisify(execFile)(projectNode(), serverArguments(...args), { env: { PATH: process.env['PATH'], ...environment } })

/** Documents of the database whose file is not there, or is another one. */
async function differingFiles(databaseUrl: string, folder: string): Promise<number> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ id: string; sum: string }>(
      "select file.id, encode(file.sha256, 'hex') as sum from document_versions version join stored_files file on file.id = version.file_id",
    ),
  )
  const sums = rows.map(({ id, sum }) => [path.join(folder, id.slice(0, 2), id), sum] as const)
  return sums.filter(
    ([file, sum]) => !existsSync(file) || createHash('sha256').update(readFileSync(file)).digest('hex') !== sum,
  ).length
}
