import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Which build runs. */
export interface Build {
  version: string
  date: Date | null
  commit: string | null
}

/** Version of the product and fingerprint of the built front end, so that browsers notice a new build. */
export function readBuild(root: string): Build {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const index = path.join(root, 'web/dist/index.html')
  const commit = process.env['SOURCE_COMMIT'] ?? null
  if (!existsSync(index)) return { version, date: null, commit }
  const fingerprint = createHash('sha256').update(readFileSync(index)).digest('hex').slice(0, 8)
  return { version: `${version}+${fingerprint}`, date: statSync(index).mtime, commit }
}
