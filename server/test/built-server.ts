import path from 'node:path'
import { productRoot } from '../src/product-root.ts'

interface Preparation {
  prepareServer: () => Promise<void>
}

let ready: Promise<void> | undefined

async function prepare(): Promise<void> {
  // By its address: the tools are built on the server, not the server on them.
  const place = path.join(productRoot, 'tools/lib/prepare.mjs')
  const { prepareServer } = (await import(place)) as Preparation
  await prepareServer()
}

/**
 * The program of the server as it is shipped, which starts in a fraction of the time that its thousand sources take.
 * It is built first where a source has changed.
 */
export async function builtServer(): Promise<string> {
  await (ready ??= prepare())
  return path.join(productRoot, 'server/dist/main.js')
}

/** Compiled code is shared between the processes. */
export const compiledCode = { NODE_COMPILE_CACHE: path.join(productRoot, '.cache/compiled') }
