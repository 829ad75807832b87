import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Places that ask the node for the time, and why they may. */
const byNode: Readonly<Record<string, string>> = {
  'areas/audit/month-folder.ts':
    'The time of a file is the node’s; it says only when a file that was not finished is removed.',
  'areas/signing-keys/new-signing-key.ts':
    'The dates in a certificate are for others, and begin a day early; when a key signs is decided by the database.',
  'areas/single-sign-on/open-application.ts':
    'The time in a message to an application is a statement, which it judges by its own clock; nothing here decides by it.',
  'backup/write-backup.ts': 'When a backup was written, for its reader.',
  'commands/configuration-run.ts': 'The caller of a command has no session that could be too old.',
  'commands/mails.ts': 'The date in an email that is only shown.',
  'commands/record-trial.ts': 'The name of a trial.',
  'commands/saml-provider.ts': 'Whether a certificate in a file that was just given has ended.',
  'configuration/kinds/identity-provider-kind.ts': 'Whether a certificate in a file that was just given has ended.',
  'db/database.ts': 'The clocks of both are compared.',
  'db/scratch-database.ts': 'The time of a file is the node’s.',
  'doctor/check-database.ts': 'The clocks of both are compared.',
  'jobs/next-runs.ts': 'Whether a schedule ever runs, which no minute decides.',
  'jobs/runner.ts': 'When a job ended here, for the health page of this node.',
  'logging.ts': 'The time of a line of the log.',
  'ports/directory/oidc-provider.ts':
    'Whether the token of a provider is fresh, by the clock that its library judges it by.',
  'ports/human-check/proof-of-work.ts': 'When a challenge ends that the node itself checks.',
}

const root = new URL('../../src/', import.meta.url)
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const asksNode = (text: string) => /\bnew Date\(\)|\bDate\.now\(\)/.test(text)

test('everything decides by the clock of the database, or says why it may ask the node', () => {
  expect(sources.length).toBeGreaterThan(900)
  const asking = sources.filter((file) => asksNode(readFileSync(new URL(file, root), 'utf8')))
  expect(asking.toSorted()).toEqual(Object.keys(byNode).toSorted())
})

test('finds a node that is asked as a fallback, too', () => {
  expect(asksNode('return row?.now ?? new Date()')).toBe(true)
  expect(asksNode('Math.floor(Date.now() / 1000)')).toBe(true)
  expect(asksNode('new Date(row.now.getTime() + performance.now() - readAt)')).toBe(false)
})
