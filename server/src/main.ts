import { StartError } from './start-error.ts'

/** What the command line offers; each is loaded only when asked for. */
const commands: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<void>>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  'create-admin': async () => (await import('./commands/create-admin.ts')).createAdminCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  'verify-audit': async () => (await import('./commands/verify-audit.ts')).verifyAuditCommand,
  'export-openapi': async () => (await import('./commands/export-openapi.ts')).exportOpenApiCommand,
}

async function main([name = 'serve', ...args]: readonly string[]): Promise<void> {
  const command = commands[name]
  if (!command) throw new StartError(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  await (
    await command()
  )(args)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
