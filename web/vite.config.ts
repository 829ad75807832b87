import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { isAdminStyle, sharedFiles } from './script-files.ts'
import { packageList } from '../tools/bundled-packages.ts'

/** The server's address during `vite` development; in production the server serves the built files. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`
const SERVED_BY_SERVER = ['/ccservices', '/images', '/logger', '/clientlogger', '/demo-application', '/dev']

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
/** Compressing a smaller file saves no network packet. */
const WORTH_COMPRESSING = 512

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a .br and a .gz beside each text asset, so that the server never compresses on request. */
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

/** Preloads the font with the styles, so that text is drawn once in its final shape. */
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

/** What the pages behind sign-in load, by address prefix; with what each of them imports. */
const loadedFirst = { '/content-authenticated': ['src/portal/search/SignedInFrame.tsx'] }

/**
 * Writes preloads.json, the files that each page loads. The server adds them to the page as preload links, so that
 * they load in parallel with the application and the page's first calls start earlier.
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
        const chunk = byFile.get(file)
        for (const style of chunk?.viteMetadata?.importedCss ?? []) to.add(style)
        chunk?.imports.forEach((next) => add(next, to))
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

/** Writes .vite/pages.json, the file of each page: the manifest names it only where the page has a file for itself. */
function filesOfPages(): Plugin {
  return {
    name: 'portico:files-of-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk'
          ? part.moduleIds.map((id) => [path.relative(import.meta.dirname, id), part.fileName])
          : [],
      )
      const pages = Object.fromEntries(
        files.filter(([source]) => /^src\/.*(?:Page|AdminFrame)\.tsx$/.test(source ?? '')),
      )
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pages) })
    },
  }
}

/** Inlines the small icon, which saves a request before the first sign-in. */
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

/**
 * The files of the build. Each group takes with it what its modules import, unless a group above has it already; so no
 * two files import each other. A few larger files arrive sooner than fifty small ones: each costs a request.
 */
const chunks = [
  // The first page loads two scripts: libraries change rarely and stay in the browser's cache.
  { name: 'libraries', test: /node_modules/, tags: ['$initial' as const], priority: 11 },
  { name: 'base', tags: ['$initial' as const], priority: 10 },
  // Four style files: sign-in (part of the two above), lists to choose from, administration (below), everything else.
  { name: 'choice-styles', test: /styles\/(?:Combobox|Pill|PillsInput)\.layer\.css$/, priority: 9 },
  { name: 'portal-styles', test: (id: string) => id.endsWith('.css') && !isAdminStyle(id), priority: 8 },
  {
    name: 'home',
    test: /src\/(?:portal\/(?:search\/SignedInFrame|home\/HomePage)\.tsx|[\w/]*\/(?:frame|home)-queries\.ts)$/,
    priority: 7,
  },
  ...sharedFiles,
]

const packages = packageList('.vite/packages.json', import.meta.dirname)

/** Files that every page has with its document. */
const LOADED_WITH_DOCUMENT = /^assets\/(?:rolldown-runtime|libraries)-/

/**
 * The files that a part of the application needs, in an order that is the same for all parts, so that their lists
 * compress well. Styles keep their order, which decides between their rules.
 */
function inOneOrder(files: readonly string[]): string[] {
  const needed = files.filter((file) => !LOADED_WITH_DOCUMENT.test(file))
  const [own, ...scripts] = needed.filter((file) => !file.endsWith('.css'))
  return [...(own === undefined ? [] : [own]), ...scripts.toSorted(), ...needed.filter((file) => file.endsWith('.css'))]
}

/** The sign-in's script names every file of the pages, and hashes do not compress; the bundler wants seven characters. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
}

const sheets = new Map<string, string>()

/** The name of a class in a style sheet, with what tells the sheets apart: the same for all of a sheet, so it compresses. */
const className = (name: string, sheet: string) => {
  const place = path.relative(import.meta.dirname, sheet.split('?')[0] ?? '')
  const mark = createHash('sha256').update(place).digest('base64url').slice(0, 4)
  const other = sheets.get(mark) ?? place
  if (other !== place) throw new Error(`${place} and ${other} would have the same class names: rename one of them`)
  sheets.set(mark, place)
  return `${name}_${mark}`
}

export default defineConfig({
  plugins: [react(), preloadedFont(), inlinedIcon(), preloads(), filesOfPages(), packages.writing, compressed()],
  worker: { plugins: () => [packages.collecting] },
  // The server replaces this with a fresh nonce on every request.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    sourcemap: false,
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_file, files) => inOneOrder(files) },
    rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: chunks } } },
  },
  // The server refuses hosts and origins other than its public address, which is that of the browser.
  server: {
    proxy: Object.fromEntries(SERVED_BY_SERVER.map((prefix) => [prefix, { target: SERVER, changeOrigin: false }])),
  },
})
