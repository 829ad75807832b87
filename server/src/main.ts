import { answerWithoutRunning, type CommandName } from './command-list.mjs'
import { showProgress } from './progress.ts'
import { StartError } from './start-error.ts'

type Run = (args: readonly string[]) => Promise<void>

/** The commands; each module is loaded when needed. */
const loaders: Readonly<Record<CommandName, () => Promise<Run>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  compatibility: async () => (await import('./commands/compatibility.ts')).compatibilityCommand,
  'create-admin': async () => (await import('./commands/create-admin.ts')).createAdminCommand,
  users: async () => (await import('./commands/users.ts')).usersCommand,
  clients: async () => (await import('./commands/clients.ts')).clientsCommand,
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand,
  'saml-provider': async () => (await import('./commands/saml-provider.ts')).samlProviderCommand,
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  apply: async () => (await import('./commands/apply.ts')).applyCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  schema: async () => (await import('./commands/schema.ts')).schemaCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  mails: async () => (await import('./commands/mails.ts')).mailsCommand,
  person: async () => (await import('./commands/person.ts')).personCommand,
  'reset-second-factor': async () => (await import('./commands/reset-second-factor.ts')).resetSecondFactorCommand,
  'secret-keys': async () => (await import('./commands/secret-keys.ts')).secretKeysCommand,
  token: async () => (await import('./commands/token.ts')).tokenCommand,
  'signing-keys': async () => (await import('./commands/signing-keys.ts')).signingKeysCommand,
  'unlink-directory': async () => (await import('./commands/unlink-directory.ts')).unlinkDirectoryCommand,
  'verify-audit': async () => (await import('./commands/verify-audit.ts')).verifyAuditCommand,
  'export-openapi': async () => (await import('./commands/export-openapi.ts')).exportOpenApiCommand,
}

/** Commands that take minutes where there is much data. */
const long: readonly CommandName[] = ['migrate', 'backup', 'restore', 'person', 'verify-audit']

/** The first version of Node.js that has all that the server uses. */
const OLDEST_NODE = { major: 24, minor: 15 }

function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) return
  throw new StartError(
    `The server needs Node.js ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer, and this is ${process.versions.node}. Start it with node_modules/.bin/node, which the portal brings, or by npm.`,
  )
}

const isCommand = (name: string | undefined): name is CommandName => name !== undefined && Object.hasOwn(loaders, name)

async function main(line: readonly string[]): Promise<void> {
  refuseOldNode()
  const answer = answerWithoutRunning(line)
  if (answer && 'problem' in answer) throw new StartError(answer.problem)
  if (answer) return void process.stdout.write(answer.help)
  const [name, ...args] = line
  if (!isCommand(name)) return printVersion()
  const run = await loaders[name]()
  await (long.includes(name) ? showProgress(name, () => run(args)) : run(args))
}

async function printVersion(): Promise<void> {
  const [{ readBuild }, { productRoot }] = await Promise.all([import('./build-info.ts'), import('./product-root.ts')])
  const { version, commit } = readBuild(productRoot)
  process.stdout.write(`Portico ${version}${commit === null ? '' : ` (${commit})`}\n`)
}

// A reader of the output, such as head, may stop reading.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  // Its file may be on a disk that is full, which stops no portal.
  if (error.code !== 'ENOSPC') throw error
})

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
