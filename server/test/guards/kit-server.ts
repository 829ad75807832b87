import { serviceReader } from '../../src/areas/service-accounts/public.ts'
import { keyRing } from '../../src/crypto/key-ring.ts'
import type { AddressInfo } from 'node:net'
import { Id, OwnUid } from '@portico/contract/kit/codecs.ts'
import { endpoint } from '@portico/contract/kit/endpoint.ts'
import { admin, anyone, signedIn } from '@portico/contract/kit/guard.ts'
import { z } from 'zod'
import { auditTrail } from '../../src/areas/audit/public.ts'
import { sessionReader } from '../../src/areas/session/session-reader.ts'
import { declaredCode, Redirect } from '../../src/http/answers.ts'
import type { BodyTimeouts } from '../../src/http/body-timeouts.ts'
import { answerUnrouted } from '../../src/http/failures.ts'
import { mountArea } from '../../src/http/mount.ts'
import { originRule } from '../../src/http/origin.ts'
import { rateLimits } from '../../src/http/rate-limits.ts'
import { sentences } from '../../src/http/sentences.ts'
import { httpServer } from '../../src/http/server.ts'
import { createLogger } from '../../src/logging.ts'
import { Browser } from '../browser.ts'
import { recordAnswer } from '../received-answers.ts'
import type { Portal } from '../portal.ts'
import { openSession } from './people.ts'

const area = '/ccservices/kit'

/** Calls that the portal has no example of yet, or never should have. */
export const kit = {
  fail: endpoint({
    name: 'fail',
    method: 'POST',
    path: `${area}/fail`,
    guard: anyone,
    body: z.strictObject({ how: z.enum(['error', 'text', 'later', 'misfit', 'refusal']) }),
    data: z.object({ count: z.int() }),
    codes: { '409': { message: 'Another one.', data: z.object({ device: z.string() }) } },
  }),
  administer: endpoint({
    name: 'administer',
    method: 'PUT',
    path: `${area}/secure/admin/rest/admin-users/{uid}`,
    guard: admin('User Administration'),
    params: OwnUid,
    body: z.strictObject({ word: z.string() }),
    data: z.string(),
  }),
  search: endpoint({
    name: 'search',
    method: 'GET',
    path: `${area}/search`,
    guard: signedIn(),
    rate: 'search',
  }),
  upload: endpoint({
    name: 'upload',
    method: 'POST',
    path: `${area}/cpusers/{uid}/files`,
    kind: 'upload',
    guard: signedIn(),
    params: OwnUid,
    body: z.strictObject({ documentId: z.optional(Id), uid: z.optional(z.string()) }),
    data: z.object({ name: z.string(), type: z.string(), bytes: z.int(), documentId: z.nullable(z.int()) }),
  }),
  saveImages: endpoint({
    name: 'saveImages',
    method: 'POST',
    path: `${area}/secure/admin/rest/admin-users/{uid}/save-images`,
    kind: 'form-files',
    guard: admin('Client Settings'),
    params: OwnUid,
    body: z.strictObject({ color: z.string() }),
    files: { homeImage: { maxBytes: 1000 }, logoImage: { maxBytes: 10 } },
    data: z.record(z.string(), z.nullable(z.string())),
  }),
  exportRows: endpoint({
    name: 'exportRows',
    method: 'POST',
    path: `${area}/secure/admin/rest/admin-users/{uid}/export`,
    kind: 'attachment',
    guard: admin('User List Report'),
    params: OwnUid,
    body: z.strictObject({ word: z.string() }),
  }),
  manageUser: endpoint({
    name: 'manageUser',
    method: 'GET',
    path: `${area}/admin-users/{adminuid}/cpusers/{uid}`,
    guard: admin(['User Administration', 'Client Settings'], { staffOnly: true, portalAdminOnly: true }),
    ownIds: ['adminuid'],
    params: z.strictObject({ adminuid: Id, uid: Id }),
    data: z.int(),
  }),
  listActiveApps: endpoint({
    name: 'listActiveApps',
    method: 'GET',
    path: `${area}/signin/admin-users/{adminId}/cpusers/{uid}/active-apps`,
    guard: signedIn(),
    ownIds: ['uid'],
    actingIds: ['adminId'],
    params: z.strictObject({ adminId: Id, uid: Id }),
    data: z.int(),
  }),
  download: endpoint({
    name: 'download',
    method: 'POST',
    path: `${area}/get/{id}`,
    kind: 'form-download',
    guard: signedIn(),
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ sessionToken: z.string(), csrfToken: z.string() }),
  }),
  passOn: endpoint({
    name: 'passOn',
    method: 'POST',
    path: `${area}/pass-on`,
    kind: 'redirect',
    guard: anyone,
    body: z.strictObject({ word: z.string() }),
  }),
  show: endpoint({ name: 'show', method: 'GET', path: `${area}/show`, kind: 'file', guard: anyone }),
}

/** Names of documents that would do harm in a header. */
export const documentNames = [
  'plain.txt',
  'a "quoted"; name.txt',
  'Übersicht 2026 – 数.xlsx',
  "back\\slash'.txt",
  '100% (sure)!*.txt',
]

export interface KitServer {
  origin: string
  logged: readonly string[]
  /** How many uploads the handler has had the first bytes of. */
  readonly begunUploads: number
  /** Errors that the upload's handler got for a file that did not arrive completely. */
  failedUploads: readonly unknown[]
  /** A browser of this server with a session of the user. */
  open(user: { id: number }, actorId?: number): Promise<Browser>
  close(): Promise<void>
}

interface KitOptions {
  connectionTimeoutMs?: number
  /** What the handler of uploads waits for after the first bytes, before it reads on. */
  readsOn?: Promise<void>
}

/** A server of its own beside a portal, on the same database and behind the same doors. */
export async function startKitServer(
  portal: Portal,
  bodyTimeouts?: BodyTimeouts,
  { readsOn, ...options }: KitOptions = {},
): Promise<KitServer> {
  const logged: string[] = []
  const failedUploads: unknown[] = []
  let begunUploads = 0
  const write = (line: string) => {
    recordAnswer(line)
    logged.push(line)
  }
  const logger = createLogger('info', 'test', { write })
  const app = await httpServer({
    logger,
    trustedProxies: [],
    isHttps: false,
    ...(bodyTimeouts ? { bodyTimeouts } : {}),
    ...options,
  })
  const db = portal.database.requests
  const guards = {
    sessions: sessionReader(db, auditTrail(db), portal.config.passwordMaxAgeDays),
    services: serviceReader({
      db,
      keys: keyRing(portal.config.secretKeys),
      readAccessToken: () => Promise.resolve(null),
    }),
    preLogin: { isAuthentic: () => false, isUnused: () => Promise.resolve(false) },
    origin: originRule(portal.config.publicUrl),
    rates: await rateLimits(app, { isOn: true }),
  }
  mountArea(app, guards, kit, {
    fail: ({ body }) => {
      if (body.how === 'error') throw new Error('select secret from vault at /srv/portico/vault.ts:12:3')
      // oxlint-disable-next-line typescript/only-throw-error -- what the tests are about
      if (body.how === 'text') throw 'a mere text'
      if (body.how === 'later') return Promise.reject(new Error('later'))
      if (body.how === 'misfit') return { count: 1.5 }
      return declaredCode('409', sentences.not_found, { device: 'a phone', secret: 'x' } as { device: string })
    },
    administer: ({ body }) => body.word,
    search: () => null,
    upload: async ({ file, body }) => {
      let bytes = 0
      try {
        for await (const chunk of file.stream) {
          if (bytes === 0) begunUploads++
          await readsOn
          bytes += (chunk as Buffer).length
        }
      } catch (error) {
        failedUploads.push(error)
        throw error
      }
      return { name: file.name, type: file.type, bytes, documentId: body.documentId ?? null }
    },
    saveImages: ({ files, body }) => ({
      color: body.color,
      ...Object.fromEntries(
        Object.entries(files).map(([part, file]) => [part, file.bytes && `${file.name} ${file.bytes.length}`]),
      ),
    }),
    exportRows: ({ body }) => ({
      type: 'text/csv',
      body: Buffer.from(body.word),
      cacheControl: 'no-store',
      attachmentName: 'rows.csv',
    }),
    manageUser: ({ params }) => params.uid,
    listActiveApps: ({ params }) => params.adminId,
    download: ({ params }) => ({
      type: 'text/html',
      body: Buffer.from('<script>alert(1)</script>'),
      cacheControl: 'no-store',
      attachmentName: documentNames[params.id - 1] ?? 'unnamed',
    }),
    passOn: ({ body }) => new Redirect(`/next#${body.word.length}`, [{ name: '__Host-kit', value: 'kept' }]),
    show: () => ({
      type: 'image/png',
      body: Buffer.from('89504e47', 'hex'),
      etag: '"e1"',
      cacheControl: 'public, max-age=300',
    }),
  })
  app.setNotFoundHandler(answerUnrouted)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    origin,
    logged,
    failedUploads,
    get begunUploads() {
      return begunUploads
    },
    open: async (user, actorId) => {
      const known = await openSession(portal, user, actorId)
      // Pages are the portal's own, wherever the call goes.
      const browser = new Browser(origin, { origin: portal.origin })
      Object.assign(browser, { sessionToken: known.sessionToken, csrfToken: known.csrfToken, userId: user.id })
      for (const [name, value] of known.cookies) browser.cookies.set(name, value)
      return browser
    },
    close: () => app.close(),
  }
}
