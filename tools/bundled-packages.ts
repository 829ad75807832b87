import path from 'node:path'
import type { OutputBundle, Plugin } from 'rolldown'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Returns plugins that write a list of the packages whose code or files a build contains, by their folders in
 * package-lock.json; "npm run sbom" reads it. `collecting` goes into the build of workers, which ends before the build
 * that starts them, and `writing` into that one.
 * @param file - where the list is written, from the output folder
 * @param folder - what the bundler's names of files begin at, absolute
 * @param within - the part of the output folder that the list is about; empty: all of it
 */
export function packageList(file: string, folder = root, within = ''): { collecting: Plugin; writing: Plugin } {
  const packages = new Set<string>()
  const collect = (_options: unknown, bundle: OutputBundle): void => {
    for (const part of Object.values(bundle).filter(({ fileName }) => fileName.startsWith(within)))
      for (const source of part.type === 'chunk' ? part.moduleIds : part.originalFileNames) {
        const place = packageFolder(path.resolve(folder, source))
        if (place !== undefined) packages.add(place)
      }
  }
  return {
    collecting: { name: 'portico:collected-packages', generateBundle: collect },
    writing: {
      name: 'portico:listed-packages',
      generateBundle(options, bundle) {
        collect(options, bundle)
        this.emitFile({ type: 'asset', fileName: file, source: JSON.stringify([...packages].sort(), null, 2) })
      },
    },
  }
}

/** Returns undefined for a file that is in no package. */
function packageFolder(file: string): string | undefined {
  const place = path.relative(root, file).split(path.sep).join('/')
  return /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(place)?.[1]
}
