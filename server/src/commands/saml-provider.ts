import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { addresseeAt } from '../areas/federation/federation-handlers.ts'
import {
  type AttributeNames,
  findClientToConnect,
  addProvider,
  findProviderByEntityId,
  connectEmployer,
  createUsersOfEmployer,
  renewMetadata,
  stampProviderChange,
  setAttributeNames,
  listProviders,
  deleteProvider,
} from '../areas/federation/providers/provider-store.ts'
import { MessageRef, translateAsShipped } from '../http/sentences.ts'
import {
  isSafeAddress,
  type ProviderMetadata,
  readProviderMetadata,
} from '../areas/federation/providers/provider-metadata.ts'
import type { Addressee } from '../areas/federation/saml/saml-rules.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { onDatabase } from './open.ts'
import type { Tx } from '../db/database.ts'
import { countOf } from '../count-of.ts'
import { recordCommand } from './record-command.ts'

const usage = `Usage:
  npm run portal -- saml-provider add --metadata FILE --client "EMPLOYER" --domain DOMAIN [--domain …] [--name NAME] [--sign-out-url ADDRESS] [--create-users] [ATTRIBUTES]
  npm run portal -- saml-provider renew --metadata FILE [--overlap-days 14]
  npm run portal -- saml-provider attributes --id NUMBER ATTRIBUTES
  npm run portal -- saml-provider list
  npm run portal -- saml-provider remove --id NUMBER
ATTRIBUTES are --email-attribute, --first-name-attribute and --last-name-attribute, each with the name that the provider gives it, or "" for the usual names.`

const options = {
  metadata: { type: 'string' },
  client: { type: 'string' },
  domain: { type: 'string', multiple: true },
  name: { type: 'string' },
  'sign-out-url': { type: 'string' },
  'create-users': { type: 'boolean' },
  'overlap-days': { type: 'string' },
  id: { type: 'string' },
  'email-attribute': { type: 'string' },
  'first-name-attribute': { type: 'string' },
  'last-name-attribute': { type: 'string' },
} as const

type Given = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type Action = (tx: Tx, given: Given, us: Addressee) => Promise<string>

const actions: Readonly<Record<string, Action>> = { add, renew, attributes: nameAttributes, list, remove }

/** `saml-provider`: connects the identity provider of an employer, from a metadata file. */
export async function samlProviderCommand([name = '', ...args]: readonly string[]): Promise<void> {
  const action = actions[name]
  if (!action) throw new StartError(usage)
  const given = readGiven(args)
  await onDatabase('saml-provider', async ({ jobs }, { config }) => {
    const us = addresseeAt(config.publicUrl)
    const output = await jobs.transact(everything, (tx) => action(tx, given, us))
    const { entityId, acsUrl } = us
    const ours = `At the provider this portal is\n  identifier (entity id)      ${entityId}\n  reply address (ACS, POST)   ${acsUrl}\n`
    process.stdout.write(name === 'add' ? `${output}\n${ours}` : `${output}\n`)
  })
}

function readGiven(args: readonly string[]): Given {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}.\n${usage}`, { cause: error })
  }
}

async function add(tx: Tx, given: Given, us: Addressee): Promise<string> {
  const metadata = metadataOf(given, us)
  const { client, domains, signOutUrl } = connectionOf(given)
  const employer = await findClientToConnect(tx, client)
  if (!employer) throw new StartError(`There is no employer "${client}".`)
  if (employer.providerId !== null)
    throw new StartError(`"${client}" signs in at provider ${employer.providerId} already: remove that first.`)
  const name = given.name ?? new URL(metadata.signOnUrl).hostname
  const added = await addProvider(tx, { name, metadata, signOutUrl, attributes: attributesOf(given) })
  const id = added ?? (await findProviderByEntityId(tx, metadata.entityId))?.id
  if (id === undefined) throw new StartError('This provider was removed meanwhile. Please try again.')
  await connectEmployer(tx, id, employer.id, domains)
  if (given['create-users'] === true) await createUsersOfEmployer(tx, employer.id)
  record(tx, id, { action: 'added', clientId: employer.id, domains, entityId: metadata.entityId })
  return `People of "${client}" with addresses at ${domains.join(', ')} sign in at provider ${id} (${name}) now.`
}

function connectionOf(given: Given): { client: string; domains: string[]; signOutUrl: string | null } {
  const domains = (given.domain ?? []).map((domain) => domain.trim().toLowerCase())
  const signOutUrl = given['sign-out-url'] ?? null
  if (given.client === undefined || domains.length === 0) throw new StartError(usage)
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
  if (wrong !== undefined) throw new StartError(`--domain ${wrong} is no mail domain such as example.com.`)
  if (signOutUrl !== null && !isSafeAddress(signOutUrl)) throw new StartError('--sign-out-url must be https.')
  return { client: given.client, domains, signOutUrl }
}

async function renew(tx: Tx, given: Given, us: Addressee): Promise<string> {
  const metadata = metadataOf(given, us)
  const days = Number(given['overlap-days'] ?? '14')
  if (!Number.isInteger(days) || days < 0 || days > 90) throw new StartError('--overlap-days must be 0 to 90.')
  const known = await findProviderByEntityId(tx, metadata.entityId)
  if (!known) throw new StartError(`No provider here is called ${metadata.entityId}.`)
  await renewMetadata(tx, known.id, metadata, days)
  await stampProviderChange(tx, known.id, null)
  record(tx, known.id, { action: 'renewed', entityId: metadata.entityId })
  return `Provider ${known.id} has its new certificate; the one before stays good for ${countOf(days, 'day')}.`
}

async function nameAttributes(tx: Tx, given: Given): Promise<string> {
  const id = Number(given.id)
  const attributes = attributesOf(given)
  if (Object.keys(attributes).length === 0) throw new StartError(usage)
  if (!Number.isInteger(id) || !(await setAttributeNames(tx, id, attributes)))
    throw new StartError(`There is no provider ${given.id ?? ''}. ${usage}`)
  await stampProviderChange(tx, id, null)
  record(tx, id, { action: 'attributes named', ...attributes })
  return `Provider ${id} states people's data under these names from the next sign-in on.`
}

/** Returns the validated names; '' restores the default. */
function attributesOf(given: Given): AttributeNames {
  const names: AttributeNames = {}
  for (const part of ['email', 'first-name', 'last-name'] as const) {
    const name = given[`${part}-attribute`]?.trim()
    if (name === undefined) continue
    if (!/^[^\s<>&"'\p{C}]{0,250}$/u.test(name))
      throw new StartError(`--${part}-attribute is the name of an attribute, such as mail or urn:oid:2.5.4.42.`)
    names[`${part.replace('-', '_') as 'email' | 'first_name' | 'last_name'}_attribute`] = name === '' ? null : name
  }
  return names
}

async function list(tx: Tx): Promise<string> {
  const rows = await listProviders(tx)
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  const lines = rows.map((row) => {
    const former = row.previous_certificate_expires_at
    return [
      `${row.id}  ${row.name}  ${row.entity_id}  certificate until ${day(new X509Certificate(row.certificate).validToDate)}`,
      ...(former === null ? [] : [`the one before until ${day(former)}`]),
      row.client ?? 'no employer',
      ...[row.email_attribute, row.first_name_attribute, row.last_name_attribute].filter((name) => name !== null),
    ].join('  ')
  })
  return lines.length ? lines.join('\n') : 'No identity provider is connected.'
}

async function remove(tx: Tx, given: Given): Promise<string> {
  const id = Number(given.id)
  if (!Number.isInteger(id) || !(await deleteProvider(tx, id)))
    throw new StartError(`There is no provider ${given.id ?? ''}. ${usage}`)
  record(tx, id, { action: 'removed' })
  return `Provider ${id} is removed. Its users keep their accounts and can no longer sign in there.`
}

function metadataOf({ metadata: file }: Given, us: Addressee): ProviderMetadata {
  if (file === undefined) throw new StartError(usage)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`The metadata file ${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const metadata = readProviderMetadata(text, new Date(), us.entityId)
  if (metadata instanceof MessageRef)
    throw new StartError(`The metadata file ${file} is refused: ${translateAsShipped(metadata)}.`)
  return metadata
}

const record = (tx: Tx, id: number, after: Record<string, unknown>): void =>
  recordCommand(tx, {
    event: 'saml_provider_changed',
    target: { kind: 'saml_provider', id },
    after: { ...after, by: 'saml-provider' },
  })
