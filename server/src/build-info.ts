import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The running build. */
export interface Build {
  version: string
  date: Date | null
  commit: string | null
}

/** Returns the product version and a fingerprint of the built front end, so that browsers notice a new build. */
export function readBuild(root: string): Build {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const index = path.join(root, 'web/dist/index.html')
  const commit = process.env['SOURCE_COMMIT'] || commitOf(root)
  if (!existsSync(index)) return { version, date: null, commit }
  const fingerprint = createHash('sha256').update(readFileSync(index)).digest('hex').slice(0, 8)
  return { version: `${version}+${fingerprint}`, date: statSync(index).mtime, commit }
}

/** The checked-out commit when the product runs from its repository. */
function commitOf(root: string): string | null {
  const file = (name: string) => path.join(root, '.git', name)
  if (!existsSync(file('HEAD'))) return null
  const head = readFileSync(file('HEAD'), 'utf8').trim()
  if (!head.startsWith('ref: ')) return head
  const branch = head.slice('ref: '.length)
  if (existsSync(file(branch))) return readFileSync(file(branch), 'utf8').trim()
  const packed = existsSync(file('packed-refs')) ? readFileSync(file('packed-refs'), 'utf8').split('\n') : []
  return packed.find((line) => line.endsWith(` ${branch}`))?.split(' ', 1)[0] ?? null
}
