import type { Config } from '../config/config.ts'
import type { FilePlace } from '../config/file-settings.ts'
import type { FileStorage } from './file-storage/file-storage.ts'
import { folderStorage } from './file-storage/folder-storage.ts'
import { s3Storage } from './file-storage/s3-storage.ts'
import { clamd } from './virus-scanner/clamd.ts'
import type { VirusScanner } from './virus-scanner/virus-scanner.ts'

/** Returns the document storage of the settings, or the one at another place. */
export const createFileStorage = ({ files }: Pick<Config, 'files'>): FileStorage =>
  files.kind === 'folder' ? folderStorage(files.folder) : s3Storage(files)

/** Returns a storage of documents to read from, of a bucket that keeps versions also what was removed. */
export const openFormerFiles = (place: FilePlace): Pick<FileStorage, 'open' | 'close'> =>
  place.kind === 'folder' ? folderStorage(place.folder) : s3Storage(place, { readsRemoved: true })

/** Returns the scanner of the settings; null when uploads are not scanned. */
export const createVirusScanner = ({ virusScanner }: Config): VirusScanner | null =>
  virusScanner === null ? null : clamd(virusScanner)
