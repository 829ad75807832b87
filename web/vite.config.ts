import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The server's address during `vite` development; the built files are served by the server itself. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`
const SERVED_BY_SERVER = ['/ccservices', '/images', '/logger', '/clientlogger', '/demo-application', '/dev']

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
/** Below this a compressed file saves no packet. */
const WORTH_COMPRESSING = 512

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a .br and a .gz beside each text asset, so that the server never compresses while it answers. */
function compressed(): Plugin {
  return {
    name: 'portico:compressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith('assets/') && COMPRESSIBLE.test(file))
      await Promise.all(files.map((file) => compress(path.join(dir, file))))
    },
  }
}

async function compress(file: string) {
  const bytes = await readFile(file)
  if (bytes.length < WORTH_COMPRESSING) return
  const [small, older] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    zip(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, older)])
}

/** Fetches the font together with the styles: text is drawn once, in its final shape. */
function preloadedFont(): Plugin {
  return {
    name: 'portico:preloaded-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        if (!font) throw new Error('the font of the interface is not part of the build')
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** What the pages behind sign-in load first, by the beginning of their address; each needs what stands above it too. */
const loadedFirst = {
  '/content-authenticated': ['src/shell/frame-queries.ts', 'src/portal/search/SignedInFrame.tsx'],
  '/content-authenticated/home': ['src/portal/home/home-queries.ts', 'src/portal/home/HomePage.tsx'],
}

/**
 * Tells the server which files a page will ask for (preloads.json), so that it names them in the page itself:
 * they come together with the application instead of after it, and the page's first questions leave at once.
 */
function preloads(): Plugin {
  return {
    name: 'portico:preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files: Record<string, readonly string[]> = {}
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const add = (file: string, to: Set<string>): void => {
        if (to.has(file)) return
        to.add(file)
        byFile.get(file)?.imports.forEach((next) => add(next, to))
      }
      const known = new Set<string>()
      for (const { isEntry, fileName } of chunks) if (isEntry) add(fileName, known)
      for (const [address, sources] of Object.entries(loadedFirst)) {
        const wanted = new Set(known)
        for (const source of sources) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${source}`)))
          if (!chunk) throw new Error(`${source} is not part of the build`)
          add(chunk.fileName, wanted)
        }
        files[address] = [...wanted].filter((file) => !known.has(file))
      }
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(files) })
    },
  }
}

/** Puts the small icon into the page itself, which saves a request before the first sign-in. */
function inlinedIcon(): Plugin {
  return {
    name: 'portico:inlined-icon',
    apply: 'build',
    async transformIndexHtml(html) {
      const icon = await readFile(new URL('public/favicon.svg', import.meta.url), 'utf8')
      return html.replace('href="/favicon.svg"', `href="data:image/svg+xml,${encodeURIComponent(icon)}"`)
    },
  }
}

/** What the first page needs comes in two files: libraries change seldom and stay in the browser's cache. */
const chunks = [
  { name: 'libraries', test: /node_modules/, tags: ['$initial' as const], priority: 2 },
  { name: 'base', tags: ['$initial' as const], priority: 1 },
]

export default defineConfig({
  plugins: [react(), preloadedFont(), inlinedIcon(), preloads(), compressed()],
  // The server puts a fresh nonce in this place at every request.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    sourcemap: false,
    // One file of styles: split ones cost a request each and hide what overrides what.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: Object.fromEntries(SERVED_BY_SERVER.map((prefix) => [prefix, SERVER])) },
})
