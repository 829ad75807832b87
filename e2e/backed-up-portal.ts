import { spawn } from 'node:child_process'
import path from 'node:path'
import { deleteFromSpace, trashDocument } from '@portico/contract/documents/documents.ts'
import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { type RunningPortal, startServer } from './server.ts'
import { compiledCode, serverArguments } from '../tools/lib/serve.mjs'
import { Browser } from '../server/test/browser.ts'
import { documentsOf, type Library, ofBytes } from '../server/test/documents.ts'

export const DEMO_PASSWORD = 'Welcome-to-Portico-1'

/** Runs the built command line and resolves when it exits. */
export function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, serverArguments(...args), {
      cwd: path.resolve(import.meta.dirname, '..'),
      env: { PATH: process.env['PATH'], ...compiledCode, ...environment },
    })
    let output = ''
    const collect = (chunk: Buffer) => void (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('close', (code) => resolve({ code, output: output.trim() }))
  })
}

export const startDemo = (environment: Record<string, string>, folder: string): Promise<RunningPortal> =>
  startServer({ PORTAL_DEMO: 'on', ...environment }, folder)

/** A user who keeps writing until stopped: favorites, uploads, permanently deleted documents. */
export async function startWriting(origin: string): Promise<{ writes: () => number; stop(): Promise<void> }> {
  const browser = await new Browser(origin).signIn('other.user', DEMO_PASSWORD)
  const library = documentsOf(browser)
  const { userId: uid } = browser
  const tiles = await browser.call(listSections, { params: { uid } })
  let isStopped = false
  let writes = 0
  const work = async () => {
    for (; !isStopped; writes++) {
      const sectionId = tiles[writes % tiles.length]?.sectionId ?? 0
      const body = { userSectionDetails: { favoriteFlg: writes % 2 === 0 } }
      await browser.call(setFavorite, { params: { uid, sectionId }, body })
      const docId = await library.store(`written-${writes}.csv`, ofBytes(20_000))
      if (writes % 2 === 0) await browser.call(deleteFromSpace, { params: { uid, docId } })
      else await browser.call(trashDocument, { params: { docId } })
    }
  }
  const working = work()
  return {
    writes: () => writes,
    stop: async () => {
      isStopped = true
      await working
    },
  }
}

/** Downloads every document of a user, by name. */
export async function downloadAll(library: Library): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>()
  for (const { documentId, documentNm } of await library.list()) {
    const answer = await library.download(documentId)
    if (answer.status !== 200) throw new Error(`${documentNm} answers ${answer.status}`)
    contents.set(documentNm, Buffer.from(await answer.arrayBuffer()))
  }
  return contents
}
