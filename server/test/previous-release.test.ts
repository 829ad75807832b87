import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { areas } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { deleteLink, saveLink } from '@portico/contract/links/links.ts'
import { addDepartment, removeDepartment } from '@portico/contract/reference-data/reference-data.ts'
import { logout } from '@portico/contract/session/session.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { readMigrations } from '../src/db/migration-files.ts'
import { whyTooOld } from '../src/db/serving-window.ts'
import { productRoot } from '../src/product-root.ts'
import { Browser } from './browser.ts'
import { asOwner, emptyDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { previousRelease, type Release, type ServedNode, serveFrom, unpackRelease } from './previous-release.ts'
import { SECRET_KEYS } from './program.ts'

let folder: string
let release: Release
let database: TestDatabase
let origin: string
/** Of every account of the demo. */
const DEMO_PASSWORD = 'Welcome-to-Portico-1'
const nodes: ServedNode[] = []
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-previous-'))
  release = previousRelease()
  unpackRelease(release, folder)
  database = await emptyDatabase()
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

interface Place {
  port: number
  opsPort: number
}

/** Starts a node of the release, or of this checkout, and returns when it is ready. */
async function serve(from: string, { port, opsPort }: Place): Promise<ServedNode> {
  const node = serveFrom(from, {
    TZ: 'America/Chicago',
    HOST: '127.0.0.1',
    PORT: String(port),
    PORTAL_OPS_PORT: String(opsPort),
    PORTAL_DATA_DIR: path.join(folder, `data-${port}`),
    PORTAL_PUBLIC_URL: origin,
    DATABASE_URL: database.url,
    PORTAL_SECRET_KEYS: SECRET_KEYS,
    PORTAL_DEMO: 'on',
    PORTAL_RATE_LIMIT: 'off',
    PORTAL_HUMAN_CHECK: 'never',
    LOG_LEVEL: 'error',
  })
  nodes.push(node)
  await vi.waitFor(
    async () => {
      if (node.exitCode === undefined && (await readiness(opsPort)).status === 200) return
      throw new Error(`The node of ${from} is not ready: ${node.output}`)
    },
    { timeout: 200_000, interval: 50 },
  )
  return node
}

const readiness = (opsPort: number) => fetch(`http://127.0.0.1:${opsPort}/readyz`)
const newPlace = async (): Promise<Place> => ({ port: await freePort(), opsPort: await freePort() })
const browserAt = ({ port }: Place) => new Browser(`http://localhost:${port}`, { origin })
const signedIn = async (place: Place, userName: string) => {
  const browser = browserAt(place)
  await browser.trySignIn(userName, DEMO_PASSWORD, { host: new URL(origin).host, confirmed: true })
  expect(browser.sessionToken).toBeDefined()
  return browser
}

/** The status of every read that needs no more than the user. */
async function statusOfReads(browser: Browser): Promise<Record<string, number>> {
  const reads = Object.values(areas)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter(({ method, path: at }) => method === 'GET' && !/\{(?!uid\})/.test(at))
  const status: Record<string, number> = {}
  for (const { name, path: at } of reads)
    status[name] = (await browser.request('GET', at.replace('{uid}', String(browser.userId)))).status
  return status
}

/** Something that users do over and over while the database is upgraded. */
type Act = (round: number) => Promise<void>

const acts = async (place: Place): Promise<Act[]> => {
  const [user, portalAdmin] = [await signedIn(place, 'external.user'), await signedIn(place, 'portal.admin')]
  return [
    async (round) => {
      const body = { linkNm: `Link ${place.port} ${round}`, linkUrlTxt: 'https://links.example' }
      const link = await user.call(saveLink, { params: { uid: user.userId }, body })
      await user.call(deleteLink, { params: { uid: user.userId, userLinkId: link.userLinkId } })
    },
    async (round) => {
      const body = { departmentNm: `Department ${place.port} ${round}` }
      const { departmentId } = await portalAdmin.call(addDepartment, { params: { uid: portalAdmin.userId }, body })
      await portalAdmin.call(removeDepartment, { params: { uid: portalAdmin.userId, departmentId }, query: {} })
    },
    async () => {
      const visitor = await signedIn(place, 'internal.user')
      await visitor.call(logout, { params: { uid: visitor.userId } })
    },
  ]
}

/** Acts that go on at the same time, over and over. */
class Writers {
  readonly #done: number[]
  readonly #running: Promise<unknown>
  #isOver = false
  #failure: Error | undefined
  #onRound = () => {}

  constructor(acts: readonly Act[]) {
    this.#done = acts.map(() => 0)
    this.#running = Promise.all(acts.map((act, at) => this.#repeat(act, at)))
  }

  async #repeat(act: Act, at: number): Promise<void> {
    for (let round = 1; !this.#isOver; round++) {
      try {
        await act(round)
      } catch (error) {
        this.#failure ??= error as Error
        this.#isOver = true
      }
      this.#done[at] = round
      this.#onRound()
    }
  }

  /** Waits until every act has begun and ended once more. @throws the first failure of an act */
  async anotherRound(): Promise<void> {
    const wanted = this.#done.map((rounds) => rounds + 2)
    await new Promise<void>((resolve) => {
      this.#onRound = () => {
        if (this.#isOver || this.#done.every((rounds, at) => rounds >= (wanted[at] ?? 0))) resolve()
      }
      this.#onRound()
    })
    if (this.#failure !== undefined) throw this.#failure
  }

  /** @throws the first failure of an act */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
    if (this.#failure !== undefined) throw this.#failure
  }
}

describe('the previous release', () => {
  test('goes on serving, and no request fails, while the database is upgraded under writes and a new node joins', async () => {
    // Where the newest migrations stop all nodes of the release, there is nothing to serve.
    if (whyTooOld(await readMigrations(), release.version) !== undefined) return
    const [before, after] = [await newPlace(), await newPlace()]
    origin = `http://localhost:${before.port}`
    const old = await serve(folder, before)
    const reader = await signedIn(before, 'delegated.admin')
    const reads = await statusOfReads(reader)
    const writers = new Writers(await acts(before))
    await writers.anotherRound()

    const { applied } = await migrate(database.url)
    await writers.anotherRound()
    expect(await statusOfReads(reader)).toEqual(reads)
    await serve(productRoot, after)
    const moved = browserAt(after)
    for (const [name, value] of reader.cookies) moved.cookies.set(name, value)
    Object.assign(moved, { sessionToken: reader.sessionToken, csrfToken: reader.csrfToken, userId: reader.userId })
    expect(Object.values(await statusOfReads(moved)).filter((status) => status >= 500)).toEqual([])
    await writers.anotherRound()
    await writers.stop()

    expect((await readiness(before.opsPort)).status).toBe(200)
    expect(nodes.map(({ output }) => output.split('\n').filter((line) => line.includes('"level":"error"')))).toEqual([
      [],
      [],
    ])
    const { rows } = await asOwner(database, 'select name from schema_migrations order by version')
    const names = (rows as { name: string }[]).map(({ name }) => name)
    const known = (await readMigrations()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(known))
    expect(applied.length).toBeLessThan(known.length)
    await old.stop()
  }, 500_000)

  test('is not taken for proven in a copy without its history', () => {
    const clone = path.join(folder, 'clone')
    execFileSync('git', ['clone', '-q', '--depth', '1', '--no-checkout', `file://${productRoot}`, clone])
    expect(() => previousRelease(clone)).toThrow(
      'The previous release cannot be served: this clone is shallow. This test needs the whole history: git fetch --unshallow',
    )
    const copy = path.join(folder, 'data-none')
    execFileSync('mkdir', [copy])
    expect(() => previousRelease(copy)).toThrow('this copy is no clone of the repository')
  })
})
