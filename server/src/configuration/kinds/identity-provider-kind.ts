import { createHash, X509Certificate } from 'node:crypto'
import {
  deleteSamlIdentityProvider,
  listSamlIdentityProviders,
  saveSamlIdentityProvider,
  saveSamlIdentityProviderEmployers,
} from '@portico/contract/federation/identity-providers.ts'
import { z } from 'zod'
import { listProviderMetadata, providerMetadataText, readProviderMetadata } from '../../areas/federation/public.ts'
import { Refusal } from '../../http/answers.ts'
import { MessageRef } from '../../http/sentences.ts'
import { configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Line, Name, TextOrNone } from './entry-shapes.ts'
import { rowsOf } from './rows-of.ts'

const shape = z.strictObject({
  name: Name,
  metadata: Line.describe('Path of the metadata of the provider (SAML), relative to this file'),
  clients: z.array(Name).describe('Clients whose users sign in there'),
  signOutAddress: TextOrNone.describe('Where these users go after signing out'),
  emailAttribute: TextOrNone.describe('How the provider calls email addresses; null: the usual names'),
  firstNameAttribute: TextOrNone,
  lastNameAttribute: TextOrNone,
})
type Provider = z.output<typeof shape>

/** What counts of the metadata of a provider. */
interface Metadata {
  entityId: string
  signOnUrl: string
  nameIdFormat: string | null
  /** Whose signatures are accepted, the newest first. */
  certificates: readonly X509Certificate[]
}

const HASH_LENGTH = 16

/** A name for metadata, which is another one where something that counts differs. */
const metadataName = ({ entityId, signOnUrl, nameIdFormat, certificates }: Metadata) =>
  `metadata/${createHash('sha256')
    .update([entityId, signOnUrl, nameIdFormat ?? '', ...certificates.map(fingerprintOf)].join('\n'))
    .digest('hex')
    .slice(0, HASH_LENGTH)}`

const fingerprintOf = ({ fingerprint256 }: X509Certificate): string => fingerprint256

async function presentMetadata({ tx }: KindContext): Promise<ReadonlyMap<number, Metadata>> {
  const rows = await listProviderMetadata(tx)
  return new Map(
    rows.map(({ id, certificates, ...row }) => [
      id,
      { ...row, certificates: certificates.map((pem) => new X509Certificate(pem)) },
    ]),
  )
}

/** True where saving metadata would change nothing: a former certificate that they no longer have ends by itself. */
function isKept(kept: Metadata, stated: Metadata): boolean {
  const accepted = kept.certificates.map(fingerprintOf)
  const wanted = stated.certificates.map(fingerprintOf)
  return (
    kept.entityId === stated.entityId &&
    kept.signOnUrl === stated.signOnUrl &&
    kept.nameIdFormat === stated.nameIdFormat &&
    accepted[0] === wanted[0] &&
    wanted.every((each) => accepted.includes(each))
  )
}

export const identityProviderKind = configurationKind({
  name: 'identityProviders',
  noun: 'identity provider',
  about: 'Identity providers (SAML 2.0) at which the users of clients sign in',
  shape,
  key: ['name'],
  isRenamed: true,
  unordered: ['clients'],
  references: ['clients'],
  contentFields: ['metadata'],
  wireFields: {
    samlIdentityProviderNm: 'name',
    metadataTxt: 'metadata',
    employerIdList: 'clients',
    signOutUrlTxt: 'signOutAddress',
    emailAttributeNm: 'emailAttribute',
    firstNmAttributeNm: 'firstNameAttribute',
    lastNmAttributeNm: 'lastNameAttribute',
  },
  read: async (context) => {
    const [rows, metadata, clients] = [
      rowsOf(await context.call(listSamlIdentityProviders, {})),
      await presentMetadata(context),
      await context.present('clients'),
    ]
    const names = new Map(clients.map(({ id, entry }) => [id, String(entry['name'])]))
    return rows.map((row) => {
      const known = metadata.get(row.samlIdentityProviderId)
      return {
        id: row.samlIdentityProviderId,
        version: row.version,
        entry: {
          name: row.samlIdentityProviderNm,
          ...(known ? { metadata: metadataName(known) } : {}),
          clients: row.employerIdList.flatMap((id) => names.get(id) ?? []),
          signOutAddress: row.signOutUrlTxt,
          emailAttribute: row.emailAttributeNm,
          firstNameAttribute: row.firstNmAttributeNm,
          lastNameAttribute: row.lastNmAttributeNm,
        },
      }
    })
  },
  isSame: async (context, field, present, stated) => {
    if (field !== 'metadata' || typeof stated !== 'string') return undefined
    const content = context.content(stated, field)
    if (content instanceof EntryProblem) return false
    // The address of the portal is compared when the metadata is saved.
    const read = readProviderMetadata(content.bytes.toString('utf8'), new Date(), '')
    const kept = [...(await presentMetadata(context)).values()].find((each) => metadataName(each) === present)
    return kept !== undefined && !(read instanceof MessageRef) && isKept(kept, read)
  },
  contents: async (context, { id, entry }) => {
    const known = (await presentMetadata(context)).get(Number(id))
    const [newest] = known?.certificates ?? []
    if (!known || !newest || newest.validToDate <= new Date()) return []
    const text = providerMetadataText(known)
    return [{ field: 'metadata', name: `${String(entry['metadata'])}.xml`, bytes: Buffer.from(text) }]
  },
  add: async (context, entry) => {
    const added = await save(context, undefined, entry)
    if (added instanceof Refusal || added instanceof EntryProblem) return added
    return saveClients(context, added.samlIdentityProviderId, entry.clients)
  },
  change: async (context, { present: { id, version }, differing: { clients, ...rest } }) => {
    if (Object.keys(rest).length > 0) {
      const saved = await save(context, { samlIdentityProviderId: Number(id), version }, rest)
      if (saved instanceof Refusal || saved instanceof EntryProblem) return saved
    }
    return saveClients(context, Number(id), clients)
  },
  remove: async (context, { id, version }) => {
    const params = { uid: context.uid, providerId: Number(id) }
    return resultOf(await context.call(deleteSamlIdentityProvider, { params, query: { version } }))
  },
})

async function save(
  context: KindContext,
  known: { samlIdentityProviderId: number; version: number | undefined } | undefined,
  { name, metadata, signOutAddress, emailAttribute, firstNameAttribute, lastNameAttribute }: Partial<Provider>,
) {
  const content = metadata === undefined ? undefined : context.content(metadata, 'metadata')
  if (content instanceof EntryProblem) return content
  return context.call(saveSamlIdentityProvider, {
    params: { uid: context.uid },
    body: {
      ...known,
      samlIdentityProviderNm: name,
      metadataTxt: content?.bytes.toString('utf8'),
      signOutUrlTxt: signOutAddress,
      emailAttributeNm: emailAttribute,
      firstNmAttributeNm: firstNameAttribute,
      lastNmAttributeNm: lastNameAttribute,
    },
  })
}

async function saveClients(context: KindContext, providerId: number, clients: readonly string[] | undefined) {
  if (!clients) return undefined
  const employerIdList: number[] = []
  for (const client of clients) {
    const found = await context.refer('clients', client, 'clients')
    if (found instanceof EntryProblem) return found
    employerIdList.push(Number(found.id))
  }
  const params = { uid: context.uid, providerId }
  return resultOf(await context.call(saveSamlIdentityProviderEmployers, { params, body: { employerIdList } }))
}
