import { setTimeout as delay } from 'node:timers/promises'
import { addAnnouncement } from '@portico/contract/announcements/announcement-admin.ts'
import { shareDocument, uploadDocument } from '@portico/contract/documents/documents.ts'
import { finishFederatedSignIn } from '@portico/contract/federation/federation.ts'
import { IMAGE_MAX_PIXELS } from '@portico/contract/branding/brand-rules.ts'
import { FORM_TYPE } from '@portico/contract/kit/endpoint.ts'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '@portico/contract/user-import/user-import-rules.ts'
import { uploadUserImport } from '@portico/contract/user-import/user-import.ts'
import { uploadTileImage } from '@portico/contract/home/tile-images.ts'
import { jpeg, png } from '../server/test/images.ts'
import { besideReads } from './beside-reads.ts'
import { atMostOf, type Bench, type Figure, type Report } from './figures.ts'
import { percentile } from './harness.ts'
import { jsonKind, jsonOfUsersKind } from './hostile-json.ts'
import {
  csvFile,
  csvKind,
  richTextKind,
  unknownApplications,
  workbookKind,
  workbookOf,
  xmlKind,
} from './hostile-kinds.ts'
import { bodyOf, type HostileKind, type Recipe, worstBody } from './hostile-search.ts'
import { manyParts } from './hostile-archive.ts'
import { makeAdministrator } from './list-cases.ts'
import { BINDING } from './load-data.ts'
import { residentMiB } from './machine.ts'
import { type BenchServer, portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** A body goes again and again for so long, so that there are reads enough beside it. */
const AT_LEAST_MS = 4_000
const AT_LEAST_QUICKLY_MS = 1_000
/** Characters of the XML of a sheet, which are packed before they are sent. */
const SHEET_MAX = 60_000_000
const SEARCHED_SHEET_MAX = 20_000_000

interface Sent {
  method: string
  path: string
  type: string | undefined
  body: () => BodyInit
}

/** The bodies of a kind: the worst that was found, and those that were bad before. */
interface Case {
  name: string
  bodies: readonly Sent[]
  note: string
}

/**
 * Sends the worst body of every kind of parser to a portal, while another user reads: no sender may keep
 * others waiting. What is worst is searched anew in each run.
 */
export async function hostileInput(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const administrator = await makeAdministrator(data, [
    'User Administration',
    'System Announcements',
    'Database Maintenance',
  ])
  const uid = String(administrator.uid)
  const cases = await findCases(uid, bench.isQuick)
  const reader = administrator.index + 1
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const send = sender(portal, administrator.index)
    const atLeastMs = bench.isQuick ? AT_LEAST_QUICKLY_MS : AT_LEAST_MS
    await besideReads(portal, reader, () => warmUp(send, uid))
    const figures: Figure[] = []
    for (const one of cases) {
      process.stderr.write(`  ${one.name}…\n`)
      figures.push(...(await figuresOf(portal, reader, (body) => sendFor(send, body, atLeastMs), one)))
    }
    return { figures: [...figures, await decodingFigure(bench.isQuick)] }
  } finally {
    await portal.stop()
  }
}

async function findCases(uid: string, isQuick: boolean): Promise<Case[]> {
  const csv = await worstBody(csvKind, isQuick)
  const workbook = await worstBody(workbookKind, isQuick)
  const text = await worstBody(richTextKind, isQuick)
  const xml = await worstBody(xmlKind, isQuick)
  const json = await worstBody(jsonOfUsersKind, isQuick)
  const found = (kind: HostileKind, { recipe, longestMs }: { recipe: Recipe; longestMs: number }) =>
    `worst found: ${describe(recipe)}, ${longestMs.toFixed(1)} ms of CPU in one turn for ${kind.searched.toLocaleString('en')} characters`
  const ofRows = [
    '\n'.repeat(4_900_000),
    ','.repeat(IMPORT_BYTES_MAX - 1_000),
    `${','.repeat(99)}\n`.repeat(IMPORT_ROWS_MAX),
    `${'abc,'.repeat(99)}\n`.repeat(IMPORT_ROWS_MAX),
  ]
  const sheets = [
    bodyOf(workbook.recipe, SEARCHED_SHEET_MAX),
    bodyOf({ head: [], repeated: [`<row>${'<c/>'.repeat(100)}</row>`] }, SHEET_MAX),
    bodyOf({ head: [], repeated: ['<row><c t="inlineStr"><is><t>x</t></is></c></row>'] }, SEARCHED_SHEET_MAX),
  ]
  const packed = await Promise.all(sheets.map(workbookOf))
  const { place, body } = jsonOfUsersKind.bodyOf(bodyOf(json.recipe, 1))
  return [
    {
      name: 'CSV',
      bodies: [bodyOf(csv.recipe, IMPORT_BYTES_MAX - 1_000), ...ofRows].map((rows) => importOf(uid, csvFile(rows))),
      note: found(csvKind, csv),
    },
    {
      name: 'applications of users',
      bodies: [importOf(uid, unknownApplications(10_000))],
      note: '30,000 names that no application has',
    },
    { name: 'workbook', bodies: packed.map((bytes) => importOf(uid, bytes)), note: found(workbookKind, workbook) },
    {
      name: 'formatted text',
      bodies: [bodyOf(text.recipe, richTextKind.searched), '<b>'.repeat(66_000), '<'.repeat(200_000)].map((html) =>
        announcementOf(uid, html),
      ),
      note: found(richTextKind, text),
    },
    { name: 'SAML answer', bodies: [samlOf(bodyOf(xml.recipe, xmlKind.searched))], note: found(xmlKind, xml) },
    {
      name: 'JSON',
      bodies: [
        jsonOf(place.call.method, withIds(place.call.path, uid), body),
        jsonOf(
          shareDocument.method,
          withIds(shareDocument.path, uid),
          `{"documentId":1,"expireDt":null,"sharedUserIdList":[${Array(87_000).fill('{}').join(',')}]}`,
        ),
      ],
      note: `worst found: ${place.call.name}, ${json.longestMs.toFixed(1)} ms of CPU in one turn`,
    },
    { name: 'image', bodies: (await largestImages()).map((bytes) => imageOf(uid, bytes)), note: '25 million pixels' },
    { name: 'Office document', bodies: [documentOf(manyParts(500_000))], note: '500,000 parts without bytes' },
  ]
}

const describe = ({ head, repeated }: Recipe): string =>
  JSON.stringify(`${head.join('')}(${repeated.join('')})*`).slice(0, 120)

const withIds = (path: string, uid: string): string =>
  path.replaceAll(/\{(uid|adminuid|adminId)\}/g, uid).replaceAll(/\{\w+\}/g, '1')

const formOf = (bytes: Buffer, name: string) => () => {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return form
}

const importOf = (uid: string, bytes: Buffer): Sent => ({
  method: uploadUserImport.method,
  path: withIds(uploadUserImport.path, uid),
  type: undefined,
  body: formOf(bytes, 'users'),
})

const documentOf = (bytes: Buffer): Sent => ({
  method: uploadDocument.method,
  path: uploadDocument.path,
  type: undefined,
  body: formOf(bytes, 'many.docx'),
})

const imageOf = (uid: string, bytes: Buffer): Sent => ({
  method: uploadTileImage.method,
  path: withIds(uploadTileImage.path, uid),
  type: undefined,
  body: formOf(bytes, 'tile'),
})

/** As many pixels as an image may have. */
function largestImages(): Promise<Buffer[]> {
  const side = Math.floor(Math.sqrt(IMAGE_MAX_PIXELS))
  return Promise.all([png({ width: side, height: side }), jpeg({ width: side, height: side })])
}

const jsonOf = (method: string, path: string, body: string): Sent => ({
  method,
  path,
  type: 'application/json',
  body: () => body,
})

const announcementOf = (uid: string, html: string): Sent =>
  jsonOf(
    addAnnouncement.method,
    `${withIds(addAnnouncement.path, uid)}?anncReqType=review`,
    JSON.stringify({ anncMessage: html }),
  )

const samlOf = (xml: string): Sent => ({
  method: finishFederatedSignIn.method,
  path: finishFederatedSignIn.path,
  type: FORM_TYPE,
  body: () => new URLSearchParams({ SAMLResponse: Buffer.from(`<r>${xml}</r>`).toString('base64'), RelayState: 'x' }),
})

type Send = (sent: Sent) => Promise<number>

/** The statuses of the answers, each once, and how many there were. */
interface Answered {
  statuses: ReadonlySet<number>
  count: number
}

const sender =
  ({ origin }: BenchServer, index: number): Send =>
  async ({ method, path, type, body }) => {
    const headers = {
      ...asSignedIn(index),
      origin,
      'x-csrf-token': BINDING,
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const init = { method, headers, body: body(), redirect: 'manual' as const }
    // A body that is refused early may be cut off while it is sent.
    const answer = await fetch(origin + path, init).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    return answer?.status ?? 0
  }

/** What a server loads with the first body of a kind is not the fault of a body. */
async function warmUp(send: Send, uid: string): Promise<void> {
  await send(imageOf(uid, await png({ width: 100, height: 100 })))
  const row = 'Ada,Lovelace,ada@client-1.example.test\n'
  for (let time = 0; time < 3; time++) {
    await send(importOf(uid, csvFile(row.repeat(20_000))))
    await send(importOf(uid, await workbookOf('<row><c><v>1</v></c></row>'.repeat(20_000))))
    await send(announcementOf(uid, '<p>News</p>'))
    await send(samlOf('<a/>'))
    await send(documentOf(manyParts(10)))
  }
  await delay(3_000)
}

async function figuresOf(
  portal: BenchServer,
  reader: number,
  send: (body: Sent) => Promise<Answered>,
  { name, bodies, note }: Case,
) {
  const startMiB = residentMiB(portal.pid)
  const taken = []
  for (const body of bodies) taken.push(await besideReads(portal, reader, () => send(body)))
  const p95s = taken.map(({ reads }) => percentile(reads, 0.95))
  const statuses = taken.map(({ result: { statuses: one, count } }) => `${count} × ${[...one].join('/')}`)
  const peakMiB = Math.max(...taken.map((one) => one.peakMiB))
  return [
    { ...atMost(`${name}: reads of others meanwhile, p95`, Math.max(...p95s), 'ms', 50, 25), note },
    {
      ...atMost(`${name}: longest wait`, Math.max(...taken.flatMap(({ reads }) => reads)), 'ms', 250, 100),
      note: `${bodies.length} bodies, answered ${statuses.join(', ')}`,
    },
    { ...atMost(`${name}: memory more`, peakMiB - startMiB, 'MiB', 64, 32), note: `${startMiB.toFixed(0)} MiB before` },
  ]
}

async function sendFor(send: Send, body: Sent, atLeastMs: number): Promise<Answered> {
  const statuses = new Set<number>()
  let count = 0
  for (const end = performance.now() + atLeastMs; performance.now() < end; count++) statuses.add(await send(body))
  return { statuses, count }
}

/** Bodies of calls that few may make are read in this process alone. */
async function decodingFigure(isQuick: boolean): Promise<Figure> {
  const { recipe, longestMs } = await worstBody(jsonKind, isQuick)
  const { place } = jsonKind.bodyOf(bodyOf(recipe, 1))
  return {
    ...atMost('JSON of any call: CPU of one turn that decodes the worst body', longestMs, 'ms', 150, 50),
    note: `${place.call.name}, ${place.before.slice(0, 60)}`,
  }
}

const atMost = atMostOf('Hostile input')
