import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ErasedUser, erasureListBeside, readErasureList } from '../backup/erasure-list.ts'
import { backupParts } from '../backup/manifest.ts'
import { finishRecovery, readTried, restoreBackup, type RestoredBackup, tryBackup } from '../backup/restore-backup.ts'
import { NAMED_MAX } from '../backup/write-backup.ts'
import { type Config, readConfig, type SecretKey } from '../config/config.ts'
import { keyRing as readKeyRing } from '../config/settings.mjs'
import { keyRing } from '../crypto/key-ring.ts'
import { shortList } from '../db/portal-grants.ts'
import { StartError } from '../start-error.ts'
import { eraseAgain } from './erase-again.ts'
import { openServer } from './open.ts'
import { recordTrial } from './record-trial.ts'
import { restorePersonCommand } from './restore-person.ts'
import { oneFolder } from './one-folder.ts'
import { countOf } from '../count-of.ts'

/**
 * `restore person` and `restore library` restore a part of it; `restore FOLDER [--overwrite]` restores a backup, `restore FOLDER --check` only tries it, `restore --recovered [--erasures FILE]` finishes what another program
 * restored; exit code 1 when a stored file is missing. Users who were erased since are erased again.
 */
export async function restoreCommand(args: readonly string[]): Promise<void> {
  const started = performance.now()
  const config = readConfig(process.env)
  if (args[0] === 'person' || args[0] === 'library') return restorePersonCommand(args[0], args.slice(1), config)
  if (args[0] === '--recovered') {
    const erased = readErasureList(erasuresIn(args), keyRing(config.secretKeys))
    const found = await finishRecovery(config)
    const again = await eraseAllAgain(erased)
    report(
      { ...found, again, noList: erased ? null : '--erasures names none' },
      `Finished the recovered database in ${secondsSince(started)} s`,
    )
    refuseDamaged(found, 'from the storage or damaged in it')
    return
  }
  const { folder, values } = oneFolder('restore', args, {
    overwrite: { type: 'boolean' },
    check: { type: 'boolean' },
  })
  if (values['check'] === true) return checkBackup(config, folder, started)
  const list = erasureListBeside(folder)
  let erased: readonly ErasedUser[] | null = null
  const restored = await restoreBackup(config, folder, {
    overwrite: values['overwrite'] === true,
    beforeChanges: () => {
      erased = readErasureList(list, keyRing(keysFor(config, folder)))
    },
  })
  const again = await eraseAllAgain(erased)
  report(
    { ...restored, again, noList: erased ? null : `there is no ${list}` },
    `Restored the backup of ${restored.manifest.createdAt} in ${secondsSince(started)} s`,
  )
  refuseDamaged(restored, 'from the backup or damaged in it')
}

async function checkBackup(config: Config, folder: string, started: number): Promise<void> {
  const server = readTried(config, folder)
  const { createdAt } = server.manifest
  await recordTrial(server.config, `${folder} (${createdAt})`, async () => {
    const tried = await tryBackup(server.config, folder, server.manifest)
    const { users, documents, damaged } = tried
    const how = damaged.length > 0 ? 'cannot be restored whole. Its database can' : 'can be restored'
    process.stdout.write(
      `The backup of ${createdAt} ${how}, which took ${secondsSince(started)} s: ${countOf(users, 'user')}, ${countOf(documents, 'document')}.\n`,
    )
    refuseDamaged(tried, 'from the backup or damaged in it')
  })
}

/** The file of `--recovered [--erasures FILE]`; empty: none. */
function erasuresIn(args: readonly string[]): string {
  const [, option, file, ...rest] = args
  if (option === undefined) return ''
  if (option === '--erasures' && file !== undefined && rest.length === 0) {
    if (existsSync(file)) return path.resolve(file)
    throw new StartError(`There is no file ${file}.`)
  }
  throw new StartError('--recovered takes --erasures FILE, and nothing else.')
}

/** Without keys in the settings the restored portal gets those of the backup. */
function keysFor({ secretKeys }: Config, folder: string): readonly SecretKey[] {
  const { keys } = backupParts(folder)
  return secretKeys.length > 0 || !existsSync(keys) ? secretKeys : readKeyRing(readFileSync(keys, 'utf8').trim())
}

async function eraseAllAgain(erased: readonly ErasedUser[] | null): Promise<number> {
  if (!erased || erased.length === 0) return 0
  const server = await openServer(readConfig(process.env))
  try {
    return await eraseAgain(server, erased)
  } finally {
    await server.close()
  }
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1)

type Found = Omit<RestoredBackup, 'manifest'>

interface Erasures {
  again: number
  /** Why no list of erased users was read; null: one was. */
  noList: string | null
}

function report({ users, documents, revokedTokens, again, noList }: Found & Erasures, what: string): void {
  process.stdout.write(
    `${what}: ${countOf(users, 'user')}, ${countOf(documents, 'document')}.\n` +
      (revokedTokens > 0
        ? `${countOf(revokedTokens, 'token')} of service accounts revoked: issue new ones with "npm run portal -- token rotate NUMBER".\n`
        : '') +
      (again > 0 ? `${countOf(again, 'user')} erased again, as before the restore.\n` : '') +
      (noList === null
        ? ''
        : `No list of erased users was found: ${noList}. Users who were erased after the backup are there again.\n`) +
      'Next: "npm run portal -- doctor" and "npm run portal -- verify-audit", then start the portal.\n',
  )
}

function refuseDamaged({ damaged }: Found, where: string): void {
  if (damaged.length > 0)
    throw new StartError(
      `Stored files that are missing ${where} (${damaged.length}): ${shortList(damaged, NAMED_MAX)}.`,
    )
}
