import { sql } from 'kysely'
import { clientIssues } from '@portico/contract/clients/client-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import type { NewClient } from '../areas/clients/public.ts'
import { StartError } from '../start-error.ts'
import { addClient } from './add-client.ts'
import { clientName, findClient, readOptions } from './new-user.ts'
import { type ActionDeps, type Actions, runAction } from './run-action.ts'
import { queries } from '../db/queries.ts'
import { run } from '../db/run.ts'
import { countOf } from '../count-of.ts'
import { recordCommand } from './record-command.ts'

const actions: Actions = {
  list: {
    takes: '',
    does: 'lists the organizations with the number of their users',
    positionals: 0,
    options: {},
    run: list,
  },
  create: {
    takes: '"NAME" [--code CODE]',
    does: 'adds an organization',
    positionals: 1,
    options: {
      code: {
        type: 'string',
        value: 'CODE',
        means: 'letters, digits, - and _; the sign-in page is then at /login?client=CODE',
      },
    },
    run: (deps, { positionals: [name = ''], options: { code } }) =>
      create(deps, { name: plainName(name), code: typeof code === 'string' ? code.trim() : null }),
  },
  rename: {
    takes: '"NAME" "NEW NAME"',
    does: 'renames an organization; its users, employer connections and grants stay as they are',
    positionals: 2,
    options: {},
    run: (deps, { positionals: [name = '', newName = ''] }) => rename(deps, name, newName),
  },
}

/** `clients`: the organizations, for an operator. */
export const clientsCommand = (args: readonly string[]): Promise<void> => runAction('clients', actions, args)

async function list({ tx }: ActionDeps): Promise<string> {
  const rows = await run(
    tx,
    queries
      .selectFrom('clients')
      .select((eb) => [
        'name',
        eb
          .selectFrom('users')
          .select(eb.fn.countAll<number>().as('users'))
          .whereRef('users.client_id', '=', 'clients.id')
          .where('users.status', '<>', 3)
          .as('users'),
      ])
      .where('is_deleted', '=', false)
      .orderBy('name'),
  )
  return rows.length
    ? rows.map(({ name, users }) => `${name}  ${countOf(users ?? 0, 'user')}`).join('\n')
    : 'There is no organization.'
}

const problems = {
  field_required: 'is empty',
  field_too_long: 'is too long',
  client_code_invalid: 'must have letters, digits, - and _ only, and begin with a letter or digit',
}

async function create({ tx }: ActionDeps, { name, code }: NewClient): Promise<string> {
  const [issue] = clientIssues({ name, code })
  if (issue || code === '')
    throw new StartError(
      `The ${issue?.field === 'clientNm' ? 'name' : 'code'} ${problems[issue?.text ?? 'field_required']}.`,
    )
  await addClient(tx, { name, code }, 'clients create')
  return `"${name}" has been added.`
}

async function rename({ tx }: ActionDeps, name: string, newName: string): Promise<string> {
  const wanted = readOptions({ client: clientName }, { client: newName }, 'That is the new name.').client
  const client = await findClient(tx, name)
  if (!client) throw new StartError(`There is no organization "${name}".`)
  const other = await findClient(tx, wanted)
  if (other && other.id !== client.id) throw new StartError(`There is an organization "${other.name}" already.`)
  await run(
    tx,
    queries
      .updateTable('clients')
      .set({ name: wanted, updated_at: sql<Date>`clock_now()` })
      .where('id', '=', client.id),
  )
  recordCommand(tx, {
    event: 'client_changed',
    target: { kind: 'client', id: client.id },
    before: { name: client.name },
    after: { name: wanted, by: 'clients rename' },
  })
  return `"${client.name}" is called "${wanted}" now.`
}
