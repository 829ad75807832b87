import { replaceCheckpoint, signDetachedMonthAgain, signRedactionsAgain } from '../areas/audit/public.ts'
import { removeAllFactors } from '../areas/second-factor/public.ts'
import { authenticatorSeeds } from '../areas/second-factor/factors/authenticator.ts'
import { storedSecrets } from '../composition/stored-secrets.ts'
import { reencryptSecrets } from '../secret-keys/reencrypt-secrets.ts'
import { forgetKey, nextKeysMissing, preferFirstKey, readKnownKeys, whyOtherRing } from '../secret-keys/known-keys.ts'
import { findHeld, type HeldByKey, keyOf, listHeld, statementsIn } from '../secret-keys/held-secrets.ts'
import { StartError } from '../start-error.ts'
import { type ActionDeps, type Actions, runAction } from './run-action.ts'
import { countOf } from '../count-of.ts'
import { recordCommand } from './record-command.ts'

const actions: Actions = {
  list: {
    takes: '',
    does: 'lists the keys of PORTAL_SECRET_KEYS, and what in the database needs each of them',
    positionals: 0,
    options: {},
    worksWithOtherKeys: true,
    run: list,
  },
  reencrypt: {
    takes: '',
    does: 'encrypts everything with the first key that a former one has encrypted; the portal may go on serving',
    positionals: 0,
    options: {},
    run: reencrypt,
  },
  forget: {
    takes: 'KEY-ID',
    does: 'gives up what needs a key that is lost: its users set up their second factor again, applications get a new signing key, secret configurations become empty, and the audit trail is signed with the first key',
    positionals: 1,
    options: {},
    worksWithOtherKeys: true,
    run: (deps, { positionals: [key = ''] }) => forget(deps, key),
  },
}

/** `secret-keys`: the operator's keys and what they hold, for their rotation. */
export const secretKeysCommand = (args: readonly string[]): Promise<void> => runAction('secret-keys', actions, args)

async function list(deps: ActionDeps): Promise<string> {
  const { keys } = deps
  const run = statementsIn(deps.tx)
  const held = await findHeld(run, keys, storedSecrets)
  const known = await readKnownKeys(run)
  const lost = new Set(held.map(({ key }) => key).filter((key) => !keys.ids.includes(key)))
  return [
    ...keys.ids.map((key, place) => lineOf(key, place, held)),
    ...[...lost].map((key) => lostLine(key, held)),
    ...nextKeysMissing(keys, known).map((key) => `${key}  missing in PORTAL_SECRET_KEYS  another node has it`),
    ...[whyOtherRing(keys, known) ?? []].flat(),
  ].join('\n')
}

const ofKey = (held: readonly HeldByKey[], key: string) => held.filter((each) => each.key === key)

function lineOf(key: string, place: number, all: readonly HeldByKey[]): string {
  const held = ofKey(all, key)
  const closed = held.filter(({ isReadable }) => !isReadable)
  const use = held.length > 0 ? listHeld(held) : place === 0 ? 'nothing yet' : 'nothing: it can be removed'
  const other = closed.length > 0 ? `; another key of this id is needed for ${listHeld(closed)}` : ''
  return `${key}  ${place === 0 ? 'signs and encrypts' : 'former'}  ${use}${other}`
}

const lostLine = (key: string, held: readonly HeldByKey[]): string =>
  `${key}  missing in PORTAL_SECRET_KEYS  ${listHeld(ofKey(held, key))}`

async function reencrypt(deps: ActionDeps): Promise<string> {
  const { keys, tx } = deps
  await preferFirstKey(statementsIn(deps.tx), keys)
  const changed = await reencryptSecrets(statementsIn(deps.tx), keys, storedSecrets)
  const counts = Object.fromEntries(changed.map(({ rows, count }) => [rows.table, count]))
  // The event is also what the next audit checkpoint signs with the first key.
  recordCommand(tx, {
    event: 'secrets_reencrypted',
    after: { key: keys.ids[0], ...counts, by: 'secret-keys reencrypt' },
  })
  const done = changed.map(({ rows: { name }, count }) => countOf(count, ...name)).join(', ')
  const first = done === '' ? `Nothing had to be encrypted anew.` : `Encrypted with ${keys.ids[0]}: ${done}.`
  return `${first}\n${await list(deps)}`
}

async function forget(deps: ActionDeps, key: string): Promise<string> {
  const { keys, tx } = deps
  if (keys.ids.includes(key))
    throw new StartError(`PORTAL_SECRET_KEYS has a key ${key}: only a key that is lost can be forgotten.`)
  const run = statementsIn(deps.tx)
  const held = ofKey(await findHeld(run, keys, storedSecrets), key)
  const wasKnown = await forgetKey(run, key)
  if (held.length === 0 && !wasKnown) throw new StartError(`Nothing needs a key ${key}.`)
  const lost = held.length > 0 ? listHeld(held) : 'nothing that is stored'
  const { table, sealed } = authenticatorSeeds
  const owners = await run<{ id: number }>(
    `select user_id as id from ${table} where split_part(${sealed}, '.', 1) = $1 order by user_id for update`,
    [key],
  )
  for (const { id: userId } of owners) await removeAllFactors(tx, null, { userId })
  for (const { rows } of held)
    if (rows.whenLost !== null) await run(`${rows.whenLost} where ${rows.where} and ${keyOf(rows)} = $1`, [key])
  recordCommand(tx, {
    event: 'secret_key_forgotten',
    after: { key, lost, by: 'secret-keys forget' },
  })
  await signRedactionsAgain(keys, tx, key)
  await signDetachedMonthAgain(keys, tx, key)
  await replaceCheckpoint(keys, tx)
  return `Forgotten with the key ${key}: ${lost}.`
}
