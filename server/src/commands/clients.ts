import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import { clientName, findClient, readOptions } from './new-user.ts'
import { type ActionDeps, type Actions, runAction } from './run-action.ts'

const actions: Actions = {
  list: {
    takes: '',
    does: 'lists the organizations with the number of their users',
    positionals: 0,
    options: {},
    run: list,
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

async function list({ stores: { tx } }: ActionDeps): Promise<string> {
  const rows = await tx
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
    .orderBy('name')
    .execute()
  return rows.length
    ? rows.map(({ name, users }) => `${name}  ${users ?? 0} users`).join('\n')
    : 'There is no organization.'
}

async function rename({ stores: { tx, audit } }: ActionDeps, name: string, newName: string): Promise<string> {
  const wanted = readOptions({ client: clientName }, { client: newName }, 'That is the new name.').client
  const client = await findClient(tx, name)
  if (!client) throw new StartError(`There is no organization "${name}".`)
  const other = await findClient(tx, wanted)
  if (other && other.id !== client.id) throw new StartError(`There is an organization "${other.name}" already.`)
  await tx
    .updateTable('clients')
    .set({ name: wanted, updated_at: sql<Date>`clock_now()` })
    .where('id', '=', client.id)
    .execute()
  audit.record(null, {
    event: 'client_changed',
    actorId: null,
    subjectId: null,
    sessionId: null,
    target: { kind: 'client', id: client.id },
    before: { name: client.name },
    after: { name: wanted, by: 'clients rename' },
  })
  return `"${client.name}" is called "${wanted}" now.`
}
