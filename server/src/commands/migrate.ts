import { readConfig } from '../config/config.ts'
import { planMigrations, type PlannedMigration, type TableEffect } from '../db/migration-plan.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { StartError } from '../start-error.ts'
import { openServer } from './open.ts'
import { countOf } from '../count-of.ts'

/** `migrate [--plan]`: migrates the database to this version, or prints what that would do. */
export async function migrateCommand(args: readonly string[]): Promise<void> {
  const isPlan = args.length === 1 && args[0] === '--plan'
  if (args.length > 0 && !isPlan) throw new StartError('The command migrate takes --plan, and nothing else.')
  const server = await openServer(readConfig(process.env))
  try {
    process.stdout.write(isPlan ? planText(await planMigrations(server.url)) : await migrateNow(server.url))
  } finally {
    await server.close()
  }
}

async function migrateNow(url: string): Promise<string> {
  const lines: string[] = []
  await prepareDatabase(url, {
    onApplied: ({ migration, milliseconds }) => lines.push(`${migration} (${milliseconds} ms)`),
  })
  return lines.length > 0 ? `Applied: ${lines.join(', ')}\n` : 'The database is up to date.\n'
}

/** The plan as an operator reads it. */
export function planText(planned: readonly PlannedMigration[]): string {
  const [first] = planned
  if (!first) return 'The database is up to date: no migration will run.\n'
  if (first.migration.version === 0) return 'The database is empty: it gets the schema of this version.\n'
  return planned.map((each) => `${migrationLines(each).join('\n    ')}\n`).join('')
}

function migrationLines({ migration, newTables, effects }: PlannedMigration): string[] {
  const { name, step, oldestServingVersion } = migration
  const lines = [
    ...(newTables.length > 0 ? [`adds the tables ${newTables.join(', ')}`] : []),
    ...effects.map((effect) => `${effect.table} (${rowsText(effect)}): ${effectText(effect)}`),
  ]
  return [
    `${name}  ${step}; nodes from ${oldestServingVersion} on may serve`,
    ...(lines.length > 0 ? lines : ['locks and rewrites no table']),
  ]
}

const rowsText = ({ rows }: TableEffect): string => (rows === null ? 'rows unknown' : countOf(rows, 'row'))

function effectText({ blocks, isDropped, isRewritten, isScanned, isWritten, newIndexes }: TableEffect): string {
  return [
    ...(isDropped ? ['dropped'] : []),
    blocks === null ? 'blocks nothing' : `blocks ${blocks} until the migration ends`,
    ...(isRewritten ? ['writes all rows anew'] : []),
    ...(isScanned ? ['reads all rows'] : []),
    ...(isWritten ? ['adds, changes or deletes rows'] : []),
    ...(newIndexes.length > 0 ? [`builds ${newIndexes.join(', ')}`] : []),
  ].join('; ')
}
