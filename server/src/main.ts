import { StartError } from './start-error.ts'

/** What the command line offers; each is loaded only when asked for. */
const commands: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<void>>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  'create-admin': async () => (await import('./commands/create-admin.ts')).createAdminCommand,
  'saml-provider': async () => (await import('./commands/saml-provider.ts')).samlProviderCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  mails: async () => (await import('./commands/mails.ts')).mailsCommand,
  'reset-second-factor': async () => (await import('./commands/reset-second-factor.ts')).resetSecondFactorCommand,
  'unlink-directory': async () => (await import('./commands/unlink-directory.ts')).unlinkDirectoryCommand,
  'verify-audit': async () => (await import('./commands/verify-audit.ts')).verifyAuditCommand,
  'export-openapi': async () => (await import('./commands/export-openapi.ts')).exportOpenApiCommand,
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  const offered = Object.keys(commands).join(', ')
  if (name === undefined) throw new StartError(`Say which command to run: ${offered}.`)
  const command = commands[name]
  if (!command) throw new StartError(`There is no command "${name}". There are: ${offered}.`)
  await (
    await command()
  )(args)
}

// Whoever reads our output may stop reading, as head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
