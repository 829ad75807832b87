import { existsSync } from 'node:fs'
import path from 'node:path'
import { projectEnvironment, projectNode, run } from './runtime.mjs'
import { compiledCode, serverArguments } from './serve.mjs'

/**
 * Makes the embedded database of a first start, while the browser's part is still being built and the server starts,
 * which waits for it. Where it fails, the server tries the same again and says what is wrong.
 * @param {Awaited<ReturnType<typeof import('./refuse-settings.mjs').refuseWrongSettings>>} settings
 */
export async function prepareFirstDatabase({ values, demo }) {
  const isEmbedded = values.DATABASE_URL === undefined
  const isMade = existsSync(path.resolve(values.PORTAL_DATA_DIR ?? 'data', 'postgres'))
  // The server itself prints the random passwords of a public demo.
  if (!isEmbedded || isMade || demo === 'public') return
  await run(projectNode(), serverArguments(demo === 'on' ? 'demo' : 'migrate'), {
    env: { ...projectEnvironment(), ...compiledCode, NODE_ENV: 'production' },
  })
}
