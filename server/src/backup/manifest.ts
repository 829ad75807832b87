import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { parseJson } from '../parse-json.ts'

const FILE = 'manifest.json'

const manifestShape = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Version of Portico that wrote the backup. */
  version: z.string(),
  /** `dump`: an archive of pg_dump; `embedded`: the files of the embedded database. */
  kind: z.enum(['dump', 'embedded']),
  /** Major version of the PostgreSQL server. */
  postgresMajor: z.number().int(),
  /** Major version of the pg_dump that wrote the archive; null for a copy of files. */
  dumpMajor: z.number().int().nullable(),
  /** Name of the last applied migration. */
  lastMigration: z.string(),
  /** Roles other than the owner and portal_app that hold rights in the database. */
  otherRoles: z.array(z.string()),
  fileCount: z.number().int(),
  fileBytes: z.number().int(),
})
export type Manifest = z.output<typeof manifestShape>

/** Written last, so that a folder without it is an unfinished backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(path.join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
}

/** @throws StartError when the folder is no finished backup that this version can read */
export function readManifest(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(path.join(folder, FILE), 'utf8')
  } catch (error) {
    throw new StartError(`${folder} is not a finished backup: it has no ${FILE}.`, { cause: error })
  }
  const parsed = manifestShape.safeParse(parseJson(text))
  if (!parsed.success)
    throw new StartError(`${path.join(folder, FILE)} cannot be read: it is damaged, or of a newer version of Portico.`)
  return parsed.data
}

/** Paths of the parts of a backup. */
export const backupParts = (folder: string) => ({
  dump: path.join(folder, 'database.dump'),
  cluster: path.join(folder, 'database'),
  files: path.join(folder, 'files'),
  keys: path.join(folder, 'keys', 'secret-keys'),
})

type Part = keyof ReturnType<typeof backupParts>

/** @throws StartError where the folder lacks one of these parts, or one cannot be read */
export function requireParts(folder: string, names: readonly Part[]): void {
  const parts = backupParts(folder)
  for (const part of names) {
    const name = path.relative(folder, parts[part])
    try {
      accessSync(parts[part], constants.R_OK)
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      throw new StartError(
        isMissing
          ? `${folder} is no whole backup: it has no ${name}. Copy it again from where it was kept, or take another backup.`
          : `${parts[part]} cannot be read: ${(error as Error).message}.`,
        { cause: error },
      )
    }
  }
}
