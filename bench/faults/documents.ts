import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getProfile } from '@portico/contract/account/account.ts'
import { getUsedSpace } from '@portico/contract/documents/documents.ts'
import { saveLink } from '@portico/contract/links/links.ts'
import { Browser } from '../../server/test/browser.ts'
import { documentsOf } from '../../server/test/documents.ts'
import { killedUploads } from '../killed-uploads.ts'
import { loadData } from '../load-data.ts'
import { onDatabase } from '../postgres.ts'
import { type FaultyCluster, startCluster } from './cluster.ts'
import { atLeast, CannotHere, type Experiment, fact, none, within } from './experiment.ts'
import { PASSWORD } from './load.ts'
import { startWorld, tempFolder, type World } from './world.ts'

const ROUNDS = 12
/** Enough for each sender of each round to be a user of its own. */
const USERS = 2_000

export const uploadsKilled: Experiment = {
  id: 'R08',
  title: 'A node is killed during uploads',
  run: async ({ cluster, random }) => {
    const data = await loadData(cluster, USERS, 'killed_uploads')
    const figures = await killedUploads(data, ROUNDS, random)
    return {
      findings: figures.map(({ name, value }) => none(name, value)),
      notes: figures.map(({ note = '' }) => note).filter(Boolean),
    }
  },
}

/** Bytes that differ from one seed to another. */
const contentOf = (bytes: number, random: () => number) => Buffer.alloc(bytes, `row ${Math.floor(random() * 1e9)}\n`)
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const uploadsCut: Experiment = {
  id: 'R09',
  title: 'An upload or overwrite breaks off',
  run: async ({ cluster, random }) => {
    const world = await startWorld(cluster, { isSingle: true })
    try {
      const browser = await new Browser(world.origin).signIn('external.user', PASSWORD)
      const own = { params: { uid: browser.userId } }
      const library = documentsOf(browser)
      const first = contentOf(400_000, random)
      const id = await library.store('First.csv', first)
      const [spaceBefore, listBefore] = [await browser.call(getUsedSpace, own), (await library.list()).length]
      // The connection is cut.
      const cut = [1, 2, 3].map((n) => library.beginUpload(`Cut ${n}.csv`, 2_000_000))
      await untilHalves(world.files, cut.length)
      for (const upload of cut) upload.cut()
      await untilHalves(world.files, 0)
      const spaceAfterCut = await browser.call(getUsedSpace, own)
      // The node is killed while it takes a new version.
      const second = contentOf(8_000_000, random)
      const overwriting = library.overwrite(id, 'First.csv', second).catch(() => undefined)
      await delay(20 + random() * 60)
      await world.a.kill()
      const answer = await overwriting
      await world.a.start()
      const kept = Buffer.from(await (await library.download(id)).arrayBuffer())
      const isRight =
        answer?.code === '200'
          ? sumOf(kept) === sumOf(second)
          : [first, second].some((one) => sumOf(one) === sumOf(kept))
      const [list, again] = [(await library.list()).length, await library.overwrite(id, 'First.csv', second)]
      // What the killed node had reserved is released 15 minutes after its last renewal.
      await onDatabase(world.databaseUrl, (client) => client.query("select set_clock_offset('20 minutes')"))
      const released = await untilReleased(world, browser.userId)
      return {
        findings: [
          fact('uploads cut', cut.length),
          none('bytes of space that cut uploads keep', spaceAfterCut - spaceBefore),
          none('documents more than before', list - listBefore),
          none('documents that are neither the former version nor the new one', isRight ? 0 : 1),
          none('overwrites that fail afterwards', again.code === '200' ? 0 : 1),
          none('reservations that stay after the sweep', released ? 0 : 1),
          none('halves that stay after the sweep', halvesOf(world.files).length),
        ],
        notes: [`the overwrite was ${answer?.code === '200' ? 'answered' : 'not answered'} before the kill`],
      }
    } finally {
      await world.close()
    }
  },
}

const halvesOf = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.part'))

async function untilHalves(folder: string, count: number): Promise<void> {
  for (let waited = 0; halvesOf(folder).length !== count; waited += 20) {
    if (waited > 60_000) throw new Error(`There are ${halvesOf(folder).length} halves and not ${count}.`)
    await delay(20)
  }
}

/** Waits for the sweep, which runs by its schedule; at a start as well. */
async function untilReleased(world: World, ownerId: number): Promise<boolean> {
  await world.a.stop()
  await world.a.start()
  for (let waited = 0; waited < 90_000; waited += 500) {
    const { rows } = await onDatabase(world.databaseUrl, (client) =>
      client.query<{ count: number }>(
        "select count(*)::int as count from stored_files where owner_id = $1 and state = 'arriving'",
        [ownerId],
      ),
    )
    if (rows[0]?.count === 0 && halvesOf(world.files).length === 0) return true
    await delay(500)
  }
  return false
}

/** A file system of that size, in memory. */
function smallDisk(megabytes: number): { folder: string; remove(): void } {
  const folder = path.join(tempFolder(), 'disk')
  mkdirSync(folder)
  const { status, stderr } = spawnSync('/usr/bin/mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=755`,
    'tmpfs',
    folder,
  ])
  if (status !== 0) throw new CannotHere(`a small file system cannot be mounted: ${String(stderr).trim()}`)
  return { folder, remove: () => void spawnSync('/usr/bin/umount', ['-l', folder]) }
}

/** Takes all the space that is left. */
function fill(folder: string): () => void {
  const file = path.join(folder, 'ballast')
  const opened = openSync(file, 'w')
  for (let size = 65_536; size >= 4_096;)
    try {
      writeSync(opened, Buffer.alloc(size))
    } catch {
      size /= 2
    }
  closeSync(opened)
  return () => rmSync(file, { force: true })
}

export const diskFull: Experiment = {
  id: 'R13',
  title: 'A disk is full',
  run: async ({ cluster }) => {
    const [documents, log] = [await documentsFull(cluster), await logFull(cluster)]
    const database = await databaseFull()
    return { findings: [...documents, ...database, ...log] }
  },
}

async function documentsFull(cluster: FaultyCluster) {
  const disk = smallDisk(48)
  const files = path.join(disk.folder, 'files')
  const world = await startWorld(cluster, { isSingle: true, files }).catch((error: unknown) => {
    disk.remove()
    throw error
  })
  try {
    const browser = await new Browser(world.origin).signIn('external.user', PASSWORD)
    const library = documentsOf(browser)
    const id = await library.store('Before.csv', Buffer.alloc(10_000, 'x'))
    const free = fill(disk.folder)
    const count = () =>
      (readdirSync(files, { recursive: true }) as string[]).filter((name) => statSync(path.join(files, name)).isFile())
        .length
    const before = { files: count(), list: (await library.list()).length }
    const answers = []
    for (let n = 0; n < 4; n++)
      answers.push((await library.upload(`Full ${n}.csv`, Buffer.alloc(2_000_000, 'x'))).status)
    const others = [
      (await browser.send(getProfile, {})).status,
      (await library.download(id)).status,
      (await fetch(`${world.a.opsOrigin}/livez`)).status,
      (
        await browser.send(saveLink, {
          params: { uid: browser.userId },
          body: { linkNm: 'Full', linkUrlTxt: 'https://links.example' },
        })
      ).status,
    ]
    const after = { files: count(), list: (await library.list()).length }
    free()
    const again = await library.upload('After.csv', Buffer.alloc(2_000_000, 'x'))
    return [
      fact('documents full: uploads', answers.length),
      none(
        'documents full: uploads that got another answer than 507',
        answers.filter((status) => status !== 507).length,
      ),
      none('documents full: files and rows that stay of them', after.files - before.files + after.list - before.list),
      none('documents full: other calls that failed', others.filter((status) => status !== 200).length),
      none('documents: uploads that fail once there is space', again.status === 200 ? 0 : 1),
    ]
  } finally {
    await world.close()
    disk.remove()
  }
}

async function databaseFull() {
  const disk = smallDisk(600)
  const cluster = await startCluster(path.join(disk.folder, 'cluster'))
  try {
    const world = await startWorld(cluster, { isSingle: true })
    try {
      const browser = await new Browser(world.origin).signIn('external.user', PASSWORD)
      const save = (n: number) =>
        browser.send(saveLink, {
          params: { uid: browser.userId },
          body: { linkNm: `Full ${n}`, linkUrlTxt: `https://links.example/${'x'.repeat(1_900)}` },
        })
      const free = fill(disk.folder)
      const statuses: number[] = []
      // The log that is there has room for some more.
      for (let n = 0; n < 900 && statuses.filter((status) => status !== 200).length < 5; n++)
        statuses.push((await save(n)).status)
      const acknowledged = statuses.filter((status) => status === 200).length
      const [reads, ready] = [await browser.send(getProfile, {}), await fetch(`${world.a.opsOrigin}/readyz`)]
      free()
      let healed = performance.now()
      for (; (await save(9_999)).status !== 200 && performance.now() - healed < 60_000;) await delay(100)
      healed = performance.now() - healed
      const { rows } = await onDatabase(world.databaseUrl, (client) =>
        client.query<{ count: number }>(
          "select count(*)::int as count from user_links where name like 'Full %' and name <> 'Full 9999'",
        ),
      )
      return [
        atLeast('database full: changes that were refused', statuses.length - acknowledged, 1),
        none(
          'database full: of them without 503',
          statuses.filter((status) => status !== 200 && status !== 503).length,
        ),
        fact('database full: changes that were acknowledged', acknowledged),
        none('database full: acknowledged changes lost', acknowledged - (rows[0]?.count ?? 0)),
        none('database full: reads that failed', reads.status === 200 ? 0 : 1),
        fact('database full: answer of /readyz', ready.status),
        within('database: until a change succeeds once there is space', healed, 5_000),
      ]
    } finally {
      await world.close()
    }
  } finally {
    await cluster.remove()
    disk.remove()
  }
}

async function logFull(cluster: FaultyCluster) {
  const disk = smallDisk(1)
  const world = await startWorld(cluster, { isSingle: true })
  try {
    await world.a.stop()
    const logFile = path.join(disk.folder, 'portal.log')
    writeFileSync(logFile, '')
    await world.a.start({ logFile, environment: { LOG_LEVEL: 'info' } })
    const { pid } = world.a
    const browser = await new Browser(world.origin).signIn('external.user', PASSWORD)
    fill(disk.folder)
    const statuses: number[] = []
    for (let n = 0; n < 200; n++)
      statuses.push((await browser.send(getProfile, {}).catch(() => ({ status: 0 }))).status)
    return [
      fact('log full: reads', statuses.length),
      none('log full: reads that failed', statuses.filter((status) => status !== 200).length),
      none('log full: nodes that ended', existsSync(`/proc/${pid}`) ? 0 : 1),
    ]
  } finally {
    await world.close()
    disk.remove()
  }
}
