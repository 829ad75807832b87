import { StartError } from './start-error.ts'

type Run = (args: readonly string[]) => Promise<void>

interface Command {
  does: string
  /** What may follow its name; absent: nothing. */
  takes?: string
  load: () => Promise<Run>
}

/** What the command line offers; each is loaded only when asked for. */
const commands: Readonly<Record<string, Command>> = {
  serve: { does: 'serves the portal', load: async () => (await import('./commands/serve.ts')).serve },
  migrate: {
    does: 'brings the database to this version without serving',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  'create-admin': {
    does: 'makes an administrator with a temporary password',
    takes: '--user-name NAME --first-name NAME --last-name NAME --email ADDRESS [--client NAME]',
    load: async () => (await import('./commands/create-admin.ts')).createAdminCommand,
  },
  'saml-provider': {
    does: 'connects an employer’s identity provider; without arguments it says more',
    takes: 'add … | renew …',
    load: async () => (await import('./commands/saml-provider.ts')).samlProviderCommand,
  },
  demo: {
    does: 'loads the demo world into an empty database',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
  doctor: {
    does: 'says whether the database is fit for the portal',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  mails: {
    does: 'lists mails that were not delivered, sends one again, or tries the mail server',
    takes: '[retry NUMBER | test ADDRESS]',
    load: async () => (await import('./commands/mails.ts')).mailsCommand,
  },
  'reset-second-factor': {
    does: 'removes the second factor of somebody who lost it',
    takes: 'USER-NAME',
    load: async () => (await import('./commands/reset-second-factor.ts')).resetSecondFactorCommand,
  },
  'unlink-directory': {
    does: 'lets somebody of the company directory be linked anew',
    takes: 'USER-NAME',
    load: async () => (await import('./commands/unlink-directory.ts')).unlinkDirectoryCommand,
  },
  'verify-audit': {
    does: 'checks that nobody changed the audit trail',
    load: async () => (await import('./commands/verify-audit.ts')).verifyAuditCommand,
  },
  'export-openapi': {
    does: 'prints the API document, or writes it to a file',
    takes: '[FILE]',
    load: async () => (await import('./commands/export-openapi.ts')).exportOpenApiCommand,
  },
}

const asksForHelp = (word: string | undefined) => word === '--help' || word === '-h'
const TELL_ME = 'npm run portal -- help says what each does.'
const lineOf = (name: string, { does, takes }: Command) =>
  `npm run portal -- ${name}${takes === undefined ? '' : ` ${takes}`}\n    ${does}\n`

async function main([name, ...args]: readonly string[]): Promise<void> {
  const offered = Object.keys(commands).join(', ')
  if (name === undefined) throw new StartError(`Say which command to run: ${offered}. ${TELL_ME}`)
  if (name === 'help' || asksForHelp(name)) {
    for (const [each, command] of Object.entries(commands)) process.stdout.write(lineOf(each, command))
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartError(`There is no command "${name}". There are: ${offered}. ${TELL_ME}`)
  if (args.some(asksForHelp)) return void process.stdout.write(lineOf(name, command))
  if (command.takes === undefined && args[0] !== undefined)
    throw new StartError(`The command ${name} takes nothing behind its name, and "${args[0]}" stands there.`)
  const run = await command.load()
  await run(args)
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
