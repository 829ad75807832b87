import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { applyCommand } from '../src/commands/apply.ts'
import { exportCommand } from '../src/commands/export.ts'
import { planCommand } from '../src/commands/plan.ts'
import { commandRunner } from './command.ts'
import type { MadeUser } from './make.ts'
import type { Portal } from './portal.ts'

/** User ID of the administrator in whose name tests apply files of configuration. */
const CONFIGURATION_ADMIN = 'conf.admin'

/** Makes an administrator who holds all pages that files of configuration need. */
export async function makeConfigurationAdmin({ make }: Portal, columns: object = {}): Promise<MadeUser> {
  const admin = await make.user({ user_name: CONFIGURATION_ADMIN, is_internal: true, ...columns })
  await make.adminPages(admin, [
    'Client Settings',
    'User Administration',
    'Application Settings',
    'Database Maintenance',
  ])
  return admin
}

interface ConfigurationRunner {
  as?: string
  columns?: object
}

/**
 * A portal for commands with an administrator in whose name files of configuration are applied, and a folder for the
 * files of each test. `as`: the user ID of an administrator whom the file makes instead; `columns`: those of the one who
 * is made here.
 */
export function configurationRunner({ as: admin = CONFIGURATION_ADMIN, columns = {} }: ConfigurationRunner = {}) {
  const commands = commandRunner()
  let made: MadeUser | undefined
  let folder = ''
  beforeAll(async () => {
    if (admin === CONFIGURATION_ADMIN) made = await makeConfigurationAdmin(commands.portal, columns)
  })
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'portico-configuration-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
    process.exitCode = undefined
  })
  return {
    commands,
    /** The administrator; made before the tests of the file. */
    admin: (): MadeUser => {
      if (!made) throw new Error('The administrator of this test file has not been made')
      return made
    },
    owner: (text: string, values?: unknown[]) => commands.portal.owner(text, values),
    inFolder: (name: string) => path.join(folder, name),
    /** Writes a file, and returns its path. */
    written: (content: string | Buffer, name = 'portal.yaml') => {
      const file = path.join(folder, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
    /** Exports into a folder, and returns its path. */
    exported: async () => {
      const to = path.join(folder, 'exported')
      await exportCommand([to, '--as', admin])
      return to
    },
    /** What `plan` prints. */
    plan: async (file: string, ...more: string[]) => {
      commands.clearOutput()
      await planCommand([file, '--as', admin, ...more])
      return commands.output
    },
    /** What `apply` prints. */
    apply: async (file: string, ...more: string[]) => {
      commands.clearOutput()
      await applyCommand([file, '--as', admin, '--yes', ...more])
      return commands.output
    },
  }
}
