import { type ServiceScope, serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import {
  SERVICE_ACCOUNT_MAX_DAYS,
  SERVICE_ACCOUNT_NAME_MAX,
  SERVICE_NETWORKS_MAX,
  SERVICE_OVERLAP_MAX_DAYS,
} from '@portico/contract/service-accounts/service-account-rules.ts'
import {
  createServiceAccount,
  DAY_MS,
  type IssuedToken,
  listServiceAccounts,
  revokeService,
  rotateServiceToken,
  type ServiceAccountProblem,
} from '../areas/service-accounts/public.ts'
import { databaseTime } from '../db/clock.ts'
import { queries } from '../db/queries.ts'
import { runFirst } from '../db/run.ts'
import { StartError } from '../start-error.ts'
import { findClient } from './new-user.ts'
import { type ActionDeps, type ActionInput, type Actions, runAction } from './run-action.ts'

const DEFAULT_DAYS = 90
const DEFAULT_OVERLAP_DAYS = 7
const text = (value: string, means: string) => ({ type: 'string', value, means }) as const

const actions: Actions = {
  list: {
    takes: '',
    does: 'lists the service accounts with their scopes, ends, and tokens with their last use',
    positionals: 0,
    options: {},
    run: list,
  },
  create: {
    takes: '--name NAME --owner USER-NAME --scopes LIST [--client "ORGANIZATION"] [--networks LIST] [--days NUMBER]',
    does: 'makes a service account and prints its first token, which is shown this once',
    positionals: 0,
    options: {
      name: text('NAME', `what the audit trail calls it, at most ${SERVICE_ACCOUNT_NAME_MAX} characters`),
      owner: text('USER-NAME', 'user ID of the user in whose name it acts, and with whose rights'),
      scopes: text('LIST', `what it may do, with commas between: ${serviceScopes.join(', ')}`),
      client: text('ORGANIZATION', 'the employer whose data it is for; without it the whole installation'),
      networks: text('LIST', 'addresses or networks, such as 10.1.0.0/16, from which alone it may call'),
      days: text('NUMBER', `days until it ends, ${SERVICE_ACCOUNT_MAX_DAYS} at most; ${DEFAULT_DAYS} by default`),
    },
    run: create,
  },
  rotate: {
    takes: 'NUMBER [--overlap-days NUMBER]',
    does: 'prints a new token of a service account; the former one goes on for the days of the overlap',
    positionals: 1,
    options: {
      'overlap-days': text(
        'NUMBER',
        `0: the former one ends at once; ${DEFAULT_OVERLAP_DAYS} by default, ${SERVICE_OVERLAP_MAX_DAYS} at most`,
      ),
    },
    run: rotate,
  },
  revoke: {
    takes: 'NUMBER [--token NUMBER]',
    does: 'ends a service account with all of its tokens, or one token of it, at once',
    positionals: 1,
    options: { token: text('NUMBER', 'number of one token, as list shows it') },
    run: revoke,
  },
}

/** `token`: the service accounts of programs and their tokens, for an operator. */
export const tokenCommand = (args: readonly string[]): Promise<void> => runAction('token', actions, args)

const minute = (at: Date | string) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function list({ tx }: ActionDeps): Promise<string> {
  const accounts = await listServiceAccounts(tx)
  if (accounts.length === 0) return 'There is no service account.'
  return accounts
    .map(({ id, name, clientName, ownerName, scopes, allowedNetworks, endsAt, tokens }) => {
      const from = allowedNetworks.length > 0 ? `, from ${allowedNetworks.join(', ')}` : ''
      const lines = tokens.map((token) => {
        const use = token.lastUsedAt === null ? 'not used yet' : `last used ${minute(token.lastUsedAt)}`
        return `    token ${token.id}  ${token.prefix}…  until ${minute(token.expiresAt)}, ${use}`
      })
      const whose = clientName === null ? 'the installation' : clientName
      const head = `${id}  ${name}, for ${whose}, owned by ${ownerName}: ${scopes.join(', ')}${from}, until ${minute(endsAt)}`
      return [head, ...lines].join('\n')
    })
    .join('\n')
}

async function create({ tx, keys }: ActionDeps, { options }: ActionInput): Promise<string> {
  const given = (name: string) => (typeof options[name] === 'string' ? options[name].trim() : '')
  const days = wholeNumber('days', given('days') || String(DEFAULT_DAYS))
  const owner = await getOwner(tx, given('owner'))
  const client = given('client') === '' ? null : await findClient(tx, given('client'))
  if (client === undefined) throw new StartError(`There is no organization "${given('client')}".`)
  const issued = await createServiceAccount({ tx, keys }, by('create'), {
    name: plainName(given('name')),
    ownerId: owner.id,
    clientId: client?.id ?? null,
    scopes: [...new Set(listed(given('scopes')).map(scopeOf))],
    allowedNetworks: listed(given('networks')),
    endsAt: new Date((await databaseTime(tx)).getTime() + days * DAY_MS),
  })
  return `${shown(issued)}\nIts calls name the number of its owner: uid ${owner.id}.`
}

async function rotate({ tx, keys }: ActionDeps, { positionals: [id = ''], options }: ActionInput): Promise<string> {
  const overlapDays = wholeNumber('overlap-days', String(options['overlap-days'] ?? DEFAULT_OVERLAP_DAYS))
  return shown(await rotateServiceToken({ tx, keys }, by('rotate'), { id: numberOf(id), overlapDays }))
}

async function revoke({ tx }: ActionDeps, { positionals: [id = ''], options }: ActionInput): Promise<string> {
  const tokenId = options['token'] === undefined ? undefined : wholeNumber('token', String(options['token']))
  const problem = await revokeService(tx, by('revoke'), { id: numberOf(id), tokenId })
  if (problem) throw new StartError(sentenceOf(problem))
  return tokenId === undefined
    ? `Service account ${id} is revoked with all of its tokens.`
    : `Token ${tokenId} is revoked.`
}

const by = (action: string) => ({ command: `token ${action}` })

/** The token, which nobody can show again. */
function shown(issued: IssuedToken | { problem: ServiceAccountProblem }): string {
  if ('problem' in issued) throw new StartError(sentenceOf(issued.problem))
  const { serviceAccountId, token, expiresAt } = issued
  return `Token of service account ${serviceAccountId}, until ${minute(expiresAt)}. It is shown this once:\n${token}`
}

const listed = (given: string) => given.split(',').flatMap((part) => part.trim() || [])

function scopeOf(name: string): ServiceScope {
  const scope = serviceScopes.find((one) => one === name)
  if (!scope) throw new StartError(`There is no scope "${name}". There are: ${serviceScopes.join(', ')}.`)
  return scope
}

function wholeNumber(option: string, given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new StartError(`--${option} must be a whole number.`)
  return Number(given)
}

function numberOf(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new StartError('Name the service account by its number, as list shows it.')
  return Number(given)
}

async function getOwner(tx: ActionDeps['tx'], userName: string): Promise<{ id: number }> {
  if (userName === '') throw new StartError('--owner is missing.')
  const found = await runFirst(
    tx,
    queries.selectFrom('users').select('id').where('user_name', '=', userName.toLowerCase()).where('status', '<', 3),
  )
  if (!found) throw new StartError(`There is no user "${userName}".`)
  return found
}

/** Why it was refused, and what to do. */
function sentenceOf(problem: ServiceAccountProblem): string {
  switch (problem.field) {
    case 'name':
      return nameSentences[problem.why]
    case 'client':
      return '--client must name an organization that is not deleted.'
    case 'overlap':
      return `--overlap-days must be ${SERVICE_OVERLAP_MAX_DAYS} at most.`
    case 'owner':
      return problem.why === 'lacks-page'
        ? `The owner can't open the page ${problem.page}, which the scope ${problem.scope} needs.`
        : ownerSentences[problem.why]
    case 'scopes':
      return scopeSentence(problem)
    case 'networks':
      return problem.why === 'too-many'
        ? `--networks has more than ${SERVICE_NETWORKS_MAX} entries.`
        : '--networks must have addresses or networks such as 10.1.0.0/16.'
    case 'end':
      return `--days must be 1 to ${SERVICE_ACCOUNT_MAX_DAYS}.`
    case 'token':
      return tokenSentences[problem.why]
    default:
      return accountSentences[problem.why]
  }
}

function scopeSentence(problem: Extract<ServiceAccountProblem, { field: 'scopes' }>): string {
  if (problem.why === 'none') return '--scopes must name at least one scope.'
  if (problem.why === 'editor-lacks-page') throw new Error('A command has every page')
  return problem.why === 'employer-only'
    ? `The scope ${problem.scope} is for one employer: name it with --client.`
    : `The scope ${problem.scope} is for the installation: leave out --client.`
}

const nameSentences = {
  empty: '--name must not be empty.',
  'too-long': `--name must not be longer than ${SERVICE_ACCOUNT_NAME_MAX} characters.`,
  taken: 'There is a service account of this name already.',
}

const ownerSentences = {
  inactive: 'The owner must be active.',
  external: 'A service account of the installation needs an internal owner: name the employer with --client.',
  'other-employer': 'The owner belongs to another employer.',
}

const tokenSentences = {
  unknown: 'This service account has no such token that works.',
  'too-many': 'Two tokens of this service account work already: revoke one, or rotate with --overlap-days 0.',
}

const accountSentences = {
  ended: 'This service account has ended: make a new one.',
  unknown: 'There is no such service account, or it is revoked.',
}
