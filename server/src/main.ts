import { StartError } from './start-error.ts'

type Run = (args: readonly string[]) => Promise<void>

interface Command {
  does: string
  /** Arguments for the usage; absent: none. */
  takes?: string
  /** True: the command explains its actions itself. */
  hasActions?: boolean
  /** Each option or argument with its meaning, for the help of this command. */
  options?: Readonly<Record<string, string>>
  load: () => Promise<Run>
}

/** The commands; each module is loaded when needed. */
const commands: Readonly<Record<string, Command>> = {
  serve: { does: 'serves the portal', load: async () => (await import('./commands/serve.ts')).serve },
  migrate: {
    does: 'brings the database to this version without serving',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  'create-admin': {
    does: 'makes an administrator with a temporary password',
    takes: '--user-name NAME --first-name NAME --last-name NAME --email ADDRESS [--client NAME]',
    options: {
      '--user-name NAME': 'user ID: 3 to 50 letters, digits or . _ -',
      '--first-name NAME': 'first name',
      '--last-name NAME': 'last name',
      '--email ADDRESS': 'email address',
      '--client NAME': 'organization, made where it is missing; by default the one that internal users belong to',
    },
    load: async () => (await import('./commands/create-admin.ts')).createAdminCommand,
  },
  users: {
    does: 'lists, creates, unlocks, activates and deactivates users, resets passwords, ends sessions',
    takes: 'ACTION …',
    hasActions: true,
    load: async () => (await import('./commands/users.ts')).usersCommand,
  },
  clients: {
    does: 'lists and renames organizations',
    takes: 'ACTION …',
    hasActions: true,
    load: async () => (await import('./commands/clients.ts')).clientsCommand,
  },
  jobs: {
    does: 'lists background jobs with their schedules and last runs, runs one now, disables and enables them',
    takes: 'ACTION …',
    hasActions: true,
    load: async () => (await import('./commands/jobs.ts')).jobsCommand,
  },
  'saml-provider': {
    does: 'connects, renews, lists and removes identity providers of employers',
    takes: 'add … | renew … | attributes … | list | remove --id NUMBER',
    options: {
      'add --metadata FILE --client NAME --domain DOMAIN':
        'connects a provider; more --domain, --name NAME, --sign-out-url ADDRESS, --create-users',
      'renew --metadata FILE [--overlap-days 14]': 'accepts the new certificate, and the old one for that long',
      'attributes --id NUMBER': 'says how the provider names what it states',
      '--email-attribute, --first-name-attribute, --last-name-attribute NAME':
        'with add and attributes; "" goes back to the usual names',
      list: 'lists providers with their certificates',
      'remove --id NUMBER': 'disconnects a provider',
    },
    load: async () => (await import('./commands/saml-provider.ts')).samlProviderCommand,
  },
  demo: {
    does: 'loads the demo world into an empty database',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
  doctor: {
    does: 'checks everything that the portal needs, and says what to do; exit code 1 where something is wrong',
    takes: '[--json]',
    options: { '--json': 'prints {"ok": …, "checks": [{"name", "ok", "message"}]}' },
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  backup: {
    does: 'writes database, documents and keys into a new folder; the portal may go on serving',
    takes: 'FOLDER',
    options: { FOLDER: 'a new or empty folder; it will hold secrets' },
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    does: 'brings a backup back; --overwrite replaces what is there',
    takes: 'FOLDER [--overwrite]',
    options: {
      FOLDER: 'a folder that backup has written',
      '--overwrite':
        'replaces the database and the keys that are there; without it a target that is not empty is refused',
    },
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  mails: {
    does: 'lists mails that were not delivered, sends one again, or tries the mail server',
    takes: '[retry NUMBER | test ADDRESS]',
    options: {
      'retry NUMBER': 'sends the email of this number again',
      'test ADDRESS': 'sends a test email at once and prints what the mail server answered',
    },
    load: async () => (await import('./commands/mails.ts')).mailsCommand,
  },
  'reset-second-factor': {
    does: 'removes the second factor of a user who lost it',
    takes: 'USER-NAME',
    load: async () => (await import('./commands/reset-second-factor.ts')).resetSecondFactorCommand,
  },
  'secret-keys': {
    does: 'lists the keys of PORTAL_SECRET_KEYS with what needs them, encrypts everything with the first one, gives up a lost one',
    takes: 'list | reencrypt | forget KEY-ID',
    hasActions: true,
    load: async () => (await import('./commands/secret-keys.ts')).secretKeysCommand,
  },
  'signing-keys': {
    does: 'lists the keys with which the portal signs for applications, and rotates them',
    takes: 'list | rotate saml|oidc [--in-days NUMBER] | remove-former saml|oidc',
    hasActions: true,
    load: async () => (await import('./commands/signing-keys.ts')).signingKeysCommand,
  },
  'unlink-directory': {
    does: 'removes the link between a user and the company directory',
    takes: 'USER-NAME',
    load: async () => (await import('./commands/unlink-directory.ts')).unlinkDirectoryCommand,
  },
  'verify-audit': {
    does: 'verifies the audit trail, also against a head that was recorded earlier',
    takes: '[--head NUMBER:HASH]',
    options: { '--head NUMBER:HASH': 'the head of the trail as it was noted earlier' },
    load: async () => (await import('./commands/verify-audit.ts')).verifyAuditCommand,
  },
  'export-openapi': {
    does: 'prints the API document, or writes it to a file',
    takes: '[FILE]',
    load: async () => (await import('./commands/export-openapi.ts')).exportOpenApiCommand,
  },
}

const helpOf = (name: string, command: Command) =>
  lineOf(name, command) +
  Object.entries(command.options ?? {})
    .map(([option, meaning]) => `    ${option}\n        ${meaning}\n`)
    .join('')

const asksForHelp = (word: string | undefined) => word === '--help' || word === '-h'
const HELP_HINT = 'npm run portal -- help says what each does.'
const lineOf = (name: string, { does, takes }: Command) =>
  `npm run portal -- ${name}${takes === undefined ? '' : ` ${takes}`}\n    ${does}\n`

/** The first version of Node.js that has all that the server uses. */
const OLDEST_NODE = { major: 24, minor: 15 }

function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) return
  throw new StartError(
    `The server needs Node.js ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer, and this is ${process.versions.node}. Start it with node_modules/.bin/node, which the portal brings, or by npm.`,
  )
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  refuseOldNode()
  const offered = Object.keys(commands).join(', ')
  if (name === undefined) throw new StartError(`Say which command to run: ${offered}. ${HELP_HINT}`)
  if (name === 'help' || asksForHelp(name)) return listCommands()
  if (name === '--version') return printVersion()
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartError(`There is no command "${name}". There are: ${offered}. ${HELP_HINT}`)
  if (args.some(asksForHelp) && !command.hasActions) return void process.stdout.write(helpOf(name, command))
  if (command.takes === undefined && args[0] !== undefined)
    throw new StartError(`The command ${name} takes nothing behind its name, and "${args[0]}" stands there.`)
  const run = await command.load()
  await run(args)
}

function listCommands(): void {
  for (const [name, command] of Object.entries(commands)) process.stdout.write(lineOf(name, command))
}

async function printVersion(): Promise<void> {
  const [{ readBuild }, { productRoot }] = await Promise.all([
    import('./composition/build-info.ts'),
    import('./product-root.ts'),
  ])
  const { version, commit } = readBuild(productRoot)
  process.stdout.write(`Portico ${version}${commit === null ? '' : ` (${commit})`}\n`)
}

// A reader of the output, such as head, may stop reading.
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
