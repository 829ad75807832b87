import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { applyCommand } from '../src/commands/apply.ts'
import { exportCommand } from '../src/commands/export.ts'
import { planCommand } from '../src/commands/plan.ts'
import { commandRunner } from './command.ts'

/** User ID of the administrator in whose name tests apply files of configuration. */
export const CONFIGURATION_ADMIN = 'conf.admin'

/** A portal for commands, with a folder for files of configuration of each test. */
export function configurationRunner(admin = CONFIGURATION_ADMIN) {
  const commands = commandRunner()
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'portico-configuration-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
    process.exitCode = undefined
  })
  return {
    commands,
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
