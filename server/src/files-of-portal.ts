import type { Config } from './config/config.ts'
import type { FileStorage } from './ports/file-storage/file-storage.ts'
import { folderStorage } from './ports/file-storage/folder-storage.ts'
import { s3Storage } from './ports/file-storage/s3-storage.ts'
import { clamd } from './ports/virus-scanner/clamd.ts'
import type { VirusScanner } from './ports/virus-scanner/virus-scanner.ts'

/** Where the settings say that documents are stored. */
export const storageOf = ({ files }: Config): FileStorage =>
  files.kind === 'folder' ? folderStorage(files.folder) : s3Storage(files)

/** The scanner of the settings; null where uploads are not scanned. */
export const scannerOf = ({ virusScanner }: Config): VirusScanner | null =>
  virusScanner === null ? null : clamd(virusScanner)
