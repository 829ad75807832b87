import type { ComposeMail } from '../areas/mail/public.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { SourceFile } from '../configuration/read-files.ts'
import type { PasswordHashing } from '../crypto/password-hashing.ts'
import type { DemoMode } from '../config/demo-mode.mjs'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Database, Db } from '../db/database.ts'
import type { OwnerClient } from '../db/owner-connection.ts'
import type { HttpServer } from '../http/server.ts'
import type { Logger } from '../logging.ts'
import type { FileStorage } from '../ports/file-storage/file-storage.ts'
import { StartError } from '../start-error.ts'
import { optionalPackage } from '../optional-package.ts'

/**
 * Applies files of configuration as the command `apply` does, in the transaction that a connection of the owner has begun.
 * @throws StartError with what is wrong in the files
 */
export type ApplyDemoFiles = (
  owner: OwnerClient,
  files: readonly SourceFile[],
  run: { as: string; set: string },
) => Promise<void>

/** What the world of the demo is loaded with. */
export interface DemoWorldDeps {
  /** Connection of the database owner: the demo's history is older than the portal may write. */
  url: string
  hashing: PasswordHashing
  /** Encrypt stored secrets. */
  keys: KeyRing
  /** Business time zone, in which days of announcements count. */
  timeZone: string
  applyFiles: ApplyDemoFiles
  /** Stores the documents of the demo users; absent: they have none. */
  storage?: FileStorage
  logger?: Logger
}

/** What the pages of the demo need of the portal that serves them. */
export interface DemoPageDeps {
  db: Db
  publicUrl: URL
  compose: ComposeMail
  /** The language of readers who chose none. */
  language: Language
}

/** Adds the pages of the demo to the server of the portal. */
export type ServeDemo = (app: HttpServer, deps: DemoPageDeps) => void

/** What the package of the demo exports as `demo`. */
export interface DemoPackage {
  /**
   * Loads the demo world into an empty database and returns its accounts, to be printed; undefined when the database
   * was not empty.
   * @param isPublic with random passwords, for a demo that others may reach
   */
  loadWorld(deps: DemoWorldDeps, isPublic: boolean): Promise<string | undefined>
  /**
   * Loads the demo world into an empty database or opens the existing one, with the employer and the applications that
   * the demo plays. Returns what serves their pages, and the accounts to print.
   * @throws StartError for a database with anything else, or known passwords under a public address
   */
  open(
    deps: DemoWorldDeps & { database: Pick<Database, 'requests' | 'jobs'>; publicUrl: URL },
    mode: Exclude<DemoMode, 'off'>,
  ): Promise<{ serve: ServeDemo; accounts: string }>
  /** Serves the pages that need no demo world. */
  serve: ServeDemo
}

/**
 * Loads the package of the demo.
 * @param wish the setting or command that asks for it
 * @throws StartError where the installation has none
 */
export async function loadDemo(wish: string): Promise<DemoPackage> {
  const found = await optionalPackage<{ demo: DemoPackage }>('@portico/demo')
  if (found) return found.demo
  throw new StartError(
    `${wish} needs the package @portico/demo, which is not installed here: set PORTAL_DEMO=off, or start the portal in a clone of its repository by npm start, which installs it.`,
  )
}
