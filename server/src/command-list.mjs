/**
 * A command of the server. `hasActions`: the command explains its actions itself.
 * @typedef {{ readonly does: string, readonly takes?: string, readonly hasActions?: boolean, readonly options?: Readonly<Record<string, string>> }} Command
 */

// Plain JavaScript without packages: a fresh clone explains its commands before it installs anything (decision 42).

/** The commands; main.ts loads each by its name. */
export const commands = /** @satisfies {Readonly<Record<string, Command>>} */ ({
  serve: { does: 'serves the portal' },
  migrate: {
    does: 'brings the database to this version without serving, or says what that would lock and rewrite',
    takes: '[--plan]',
    options: { '--plan': 'changes nothing; prints each migration that waits, with the tables and their rows' },
  },
  compatibility: {
    does: 'says whether nodes of a version may go on serving while they are upgraded to this one: rolling, or stop',
    takes: 'VERSION',
    options: { VERSION: 'the version that serves now, such as 0.2.0; exit code 0: rolling, 2: stop, 1: no answer' },
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
  },
  users: {
    does: 'lists, creates, unlocks, activates and deactivates users, resets passwords, ends sessions',
    takes: 'ACTION …',
    hasActions: true,
  },
  clients: {
    does: 'lists, adds and renames organizations',
    takes: 'ACTION …',
    hasActions: true,
  },
  jobs: {
    does: 'lists background jobs with their schedules and last runs, runs one now, disables and enables them',
    takes: 'ACTION …',
    hasActions: true,
  },
  'saml-provider': {
    does: 'connects, renews, lists and removes identity providers of employers',
    takes: 'add … | renew … | attributes … | list | remove --id NUMBER',
    options: {
      add: 'connects a provider',
      'add --metadata FILE': 'file with the metadata of the provider',
      'add --client NAME': 'employer whose users sign on there',
      'add --domain DOMAIN': 'email domain of these users; may be given several times',
      'add --name NAME': 'name of the provider',
      'add --sign-out-url ADDRESS': 'where these users go after signing out',
      'add --create-users': 'creates accounts at the first sign-on',
      'add --email-attribute, --first-name-attribute, --last-name-attribute NAME':
        'how the provider names what it states',
      'renew --metadata FILE': 'accepts the new certificate, besides the old one for a while',
      'renew --overlap-days NUMBER': 'days that the old certificate is accepted; 14 by default',
      'attributes --id NUMBER': 'changes how a provider names what it states',
      'attributes --email-attribute, --first-name-attribute, --last-name-attribute NAME':
        'the name that it gives; "" goes back to the usual one',
      list: 'lists providers with their certificates',
      'remove --id NUMBER': 'disconnects a provider',
    },
  },
  plan: {
    does: 'shows what files of configuration would change, or why they are refused; changes nothing. Exit code 0: no difference, 2: differences, 1: problems',
    takes: 'FILE… --as USER-NAME [--out FILE] [--json]',
    options: {
      'FILE…': 'YAML files, or folders with such files',
      '--as USER-NAME': 'the internal portal administrator in whose name it is done',
      '--out FILE': 'writes the plan into a file, for apply',
      '--json': 'prints {"differences": …, "problems": …, "unchanged": …}',
    },
  },
  apply: {
    does: 'changes what files of configuration state otherwise, all of it or nothing',
    takes: 'PLAN | FILE… --as USER-NAME [--yes] [--json]',
    options: {
      PLAN: 'a plan that plan has written; refused where something that it changes has changed since',
      'FILE…': 'YAML files, or folders with such files; the difference is shown before',
      '--as USER-NAME': 'the internal portal administrator in whose name it is done; a plan names one itself',
      '--yes': 'does not ask',
      '--json': 'prints {"differences": …, "problems": …, "unchanged": …}',
    },
  },
  export: {
    does: 'writes the present configuration into files, which plan as no difference',
    takes: 'FOLDER --as USER-NAME',
    options: {
      FOLDER: 'a new or empty folder',
      '--as USER-NAME': 'the internal portal administrator who reads it',
    },
  },
  schema: {
    does: 'prints the JSON schema of files of configuration, for editors',
  },
  demo: {
    does: 'loads the demo world into an empty database',
  },
  doctor: {
    does: 'checks everything that the portal needs, and says what to do; exit code 1 where something is wrong',
    takes: '[--json]',
    options: { '--json': 'prints {"ok": …, "checks": [{"name", "ok", "message"}]}' },
  },
  backup: {
    does: 'writes database, documents and keys into a new folder; the portal may go on serving',
    takes: 'FOLDER',
    options: { FOLDER: 'a new or empty folder; it will hold secrets' },
  },
  restore: {
    does: 'brings a backup back; --overwrite replaces what is there; --recovered finishes what another program restored; person and library bring back what one user lost',
    takes: 'FOLDER [--overwrite | --check] | --recovered [--erasures FILE] | person|library USER-NAME --from BACKUP …',
    options: {
      FOLDER: 'a folder that backup has written',
      '--overwrite':
        'replaces the database and the keys that are there; without it a target that is not empty is refused',
      '--check':
        'tries the backup of a server in a database of its own, which is removed again; the portal can keep serving',
      '--recovered':
        'the database was restored by another program, such as pgBackRest: ends sessions and tokens of that moment, and compares every document with its file',
      '--erasures FILE':
        'with --recovered: the list of erased users that backup writes beside its folder; who is in it is erased again',
      'person USER-NAME':
        'what a user lost comes back beside what is there: their account if it is deleted, documents, links, favorites and permissions; without --yes the plan is printed and nothing is changed',
      'library USER-NAME': 'as person, and only the documents of the user',
      '--from BACKUP':
        'with person and library: a folder that backup has written, or the address of a database that was restored beside the portal',
      '--files FOLDER':
        'with the address of a database: the folder of its files; without it the storage of the portal is searched',
      '--yes': 'with person and library: does what the plan says',
    },
  },
  mails: {
    does: 'lists mails that were not delivered, sends one again, or tries the mail server',
    takes: '[retry NUMBER | test ADDRESS]',
    options: {
      'retry NUMBER': 'sends the email of this number again',
      'test ADDRESS': 'sends a test email at once and prints what the mail server answered',
    },
  },
  person: {
    does: 'writes everything that the portal keeps about a user into a ZIP archive, or erases the personal data of a user',
    takes: 'export USER-NAME … | erase USER-NAME … | certificate USER-NUMBER …',
    options: {
      'export USER-NAME':
        'writes JSON files, documents and a readable page about a user, also a deleted one; the audit trail records it',
      'export --for person|operator':
        'person, the default: without data of others, to be handed to the person; operator: everything, also data of other people',
      'export --to FILE': 'a new file; by default person-USER-NAME.zip in the current folder',
      'export --language en|de':
        'language of the readable page; by default that of the user, or else that of the portal',
      'erase USER-NAME': 'changes nothing; prints what an erasure takes and what it leaves',
      'erase --yes': 'deletes the user now and erases them after the waiting time',
      'erase --in-days NUMBER':
        'waiting time, by default PORTAL_ERASURE_WAITING_DAYS; 0 erases at once who was deleted three hours ago or earlier',
      'erase --reason TEXT': 'why; the audit trail keeps it until the erasure',
      'erase --take-back': 'takes an erasure back that still waits; the user stays deleted',
      'erase --to FILE': 'a new file for the certificate, with --in-days 0; by default erasure-USER-NUMBER.json',
      'certificate USER-NUMBER': 'writes the certificate of a user who is erased',
      'certificate --to FILE': 'a new file; by default erasure-USER-NUMBER.json in the current folder',
    },
  },
  'reset-second-factor': {
    does: 'removes the second factor of a user who lost it',
    takes: 'USER-NAME',
    options: { 'USER-NAME': 'user ID of the user' },
  },
  'secret-keys': {
    does: 'lists the keys of PORTAL_SECRET_KEYS with what needs them, encrypts everything with the first one, gives up a lost one',
    takes: 'list | reencrypt | forget KEY-ID',
    hasActions: true,
  },
  'signing-keys': {
    does: 'lists the keys with which the portal signs for applications, and rotates them',
    takes: 'list | rotate saml|oidc [--in-days NUMBER] | remove-former saml|oidc',
    hasActions: true,
  },
  token: {
    does: 'makes, lists and revokes service accounts of programs, and exchanges their tokens',
    takes: 'ACTION …',
    hasActions: true,
  },
  'unlink-directory': {
    does: 'removes the link between a user and the company directory',
    takes: 'USER-NAME',
    options: { 'USER-NAME': 'user ID of the user' },
  },
  'verify-audit': {
    does: 'verifies the audit trail, also against a head that was recorded earlier',
    takes: '[--file PATH | --folder PATH] [--head NUMBER:HASH]',
    options: {
      '--file PATH': 'verifies the file of a month that has left the trail instead, without the database',
      '--folder PATH': 'also compares the files of all months that have left the trail with what is recorded of them',
      '--head NUMBER:HASH': 'the head of the trail as it was noted earlier',
    },
  },
  'export-openapi': {
    does: 'prints the API document, or writes it to a file',
    takes: '[FILE]',
    options: { FILE: 'file to write; without it the document is printed' },
  },
})

/** @typedef {keyof typeof commands} CommandName */

const HELP_HINT = 'npm run portal -- help says what each does.'

/** @param {string | undefined} word */
const asksForHelp = (word) => word === '--help' || word === '-h'

/**
 * What can be said of a command line without running anything: a help, or why it cannot run. Undefined: it is to be run.
 * @param {readonly string[]} line the command and what stands behind it
 * @returns {{ help: string } | { problem: string } | undefined}
 */
export function answerWithoutRunning([name, ...args]) {
  const offered = Object.keys(commands).join(', ')
  if (name === undefined) return { problem: `Say which command to run: ${offered}. ${HELP_HINT}` }
  if (name === 'help' || asksForHelp(name)) return { help: Object.keys(commands).map(usageOf).join('') }
  if (name === '--version') return undefined
  const command = commandOf(name)
  if (!command) return { problem: `There is no command "${name}". There are: ${offered}. ${HELP_HINT}` }
  if (args.some(asksForHelp) && !command.hasActions) return { help: helpOf(name, command, args[0] ?? '') }
  if (command.takes === undefined && args[0] !== undefined)
    return { problem: `The command ${name} takes nothing behind its name, and "${args[0]}" stands there.` }
  return undefined
}

/** @param {string} name @returns {Command | undefined} */
const commandOf = (name) => Object.entries(commands).find(([each]) => each === name)?.[1]

/** @param {string} name */
function usageOf(name) {
  const { does = '', takes } = commandOf(name) ?? {}
  return `npm run portal -- ${name}${takes === undefined ? '' : ` ${takes}`}\n    ${does}\n`
}

/** Options that begin with the name of an action belong to that one alone. @param {string} name @param {Command} command @param {string} action */
function helpOf(name, { options = {} }, action) {
  const all = Object.entries(options)
  const own = all.filter(([option]) => option.split(' ', 1)[0] === action)
  const chosen = own.length > 0 ? own : all
  return usageOf(name) + chosen.map(([option, meaning]) => `    ${option}\n        ${meaning}\n`).join('')
}
