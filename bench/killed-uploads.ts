import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { userIdOf } from './library-data.ts'
import type { BenchData } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { libraryOf } from './transfers.ts'

const FILE_BYTES = 8_000_000
const SENDERS = 4
/** A killed portal leaves at most what each sender had under way. */
const SPACE_FOR = 11
const MOST_WAIT_MS = 30_000
const START_MS = 180_000

interface Acknowledged {
  userId: number
  name: string
}

/** Kills the portal at random moments of uploads, and then checks what was promised (R08, R09). */
export async function killedUploads(data: BenchData, rounds: number, random = Math.random): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-killed-'))
  const environment = { ...portalEnvironment(data.url), PORTAL_DATA_DIR: folder }
  const acknowledged: Acknowledged[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const portal = await startPortal({ environment, startTimeoutMs: START_MS })
      const sending = Promise.all(
        Array.from({ length: SENDERS }, (_, at) =>
          sendUntilCut(portal.origin, data.withoutSession + 100 + round * SENDERS + at, acknowledged),
        ),
      )
      // Every other round goes on after its first acknowledged upload, however slow the machine is.
      if (round % 2 === 1) await untilMore(acknowledged)
      await delay(150 + random() * 600)
      await portal.kill()
      await sending
      await portal.stop()
    }
    return figuresOf(await lookFor(data, folder, acknowledged), acknowledged.length, rounds)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function untilMore(acknowledged: readonly Acknowledged[]): Promise<void> {
  const before = acknowledged.length
  for (let waited = 0; acknowledged.length === before && waited < MOST_WAIT_MS; waited += 20) await delay(20)
}

async function sendUntilCut(origin: string, index: number, acknowledged: Acknowledged[]): Promise<void> {
  const library = libraryOf(origin, index)
  for (let at = 0; at < SPACE_FOR; at++) {
    const name = `Killed ${at}.pdf`
    const code = await library.upload(name, FILE_BYTES).then(
      (answer) => answer.code,
      () => 'cut',
    )
    if (code === 'cut') return
    if (code === '200') acknowledged.push({ userId: userIdOf(index), name })
  }
}

interface Found {
  lost: number
  withoutFile: number
  withoutRow: number
  halves: number
}

async function lookFor(data: BenchData, folder: string, acknowledged: readonly Acknowledged[]): Promise<Found> {
  const files = new Map(
    readdirSync(path.join(folder, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, path.join(entry.parentPath, entry.name)]),
  )
  return onDatabase(data.url, async (client) => {
    const { rows } = await client.query<{ id: string; owner_id: number; name: string; sha256: string }>(
      `select file.id, document.owner_id, document.name, encode(file.sha256, 'hex') as sha256
         from documents document join document_versions kept on kept.document_id = document.id
         join stored_files file on file.id = kept.file_id where document.name like 'Killed %'`,
    )
    const whole = new Set<string>()
    for (const { id, owner_id, name, sha256 } of rows) {
      const file = files.get(id)
      if (file !== undefined && (await hashOf(file)) === sha256) whole.add(`${owner_id} ${name}`)
    }
    // A file may have a row that is still to be settled, of an upload that was killed before its end.
    const known = await client.query<{ id: string }>('select id from stored_files')
    const ids = new Set(known.rows.map(({ id }) => id))
    const names = [...files.keys()]
    return {
      lost: acknowledged.filter(({ userId, name }) => !whole.has(`${userId} ${name}`)).length,
      withoutFile: rows.length - whole.size,
      withoutRow: names.filter((name) => !ids.has(name.replace(/\.part$/, ''))).length,
      halves: names.filter((name) => name.endsWith('.part')).length,
    }
  })
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function figuresOf({ lost, withoutFile, withoutRow, halves }: Found, acknowledged: number, rounds: number): Figure[] {
  const none = (name: string, value: number, note: string): Figure => ({
    goal: 'R08',
    name,
    value,
    unit: '',
    must: 0,
    aim: 0,
    sense: 'at most',
    note,
  })
  const about = `${acknowledged} acknowledged in ${rounds} rounds of kill -9`
  return [
    none('acknowledged documents lost or changed by kills', acknowledged ? lost : Number.NaN, about),
    none('documents without their file', withoutFile, about),
    none('files without a row', withoutRow, `${halves} halves wait for the sweep`),
  ]
}
