import { createHash, X509Certificate } from 'node:crypto'
import {
  deleteSamlIdentityProvider,
  listSamlIdentityProviders,
  saveSamlIdentityProvider,
  saveSamlIdentityProviderEmployers,
} from '@portico/contract/federation/identity-providers.ts'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { z } from 'zod'
import { listProviderMetadata, readProviderMetadata } from '../../areas/federation/public.ts'
import { Refusal } from '../../http/answers.ts'
import { MessageRef } from '../../http/sentences.ts'
import { configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Name, TextOrNone } from './entry-shapes.ts'
import { rowsOf } from './rows-of.ts'

const shape = z.strictObject({
  name: Name,
  metadata: Name.describe('Path of the metadata of the provider (SAML), relative to this file'),
  clients: z.array(Name).describe('Clients whose users sign in there'),
  signOutAddress: TextOrNone.describe('Where these users go after signing out'),
  emailAttribute: TextOrNone.describe('How the provider calls email addresses; null: the usual names'),
  firstNameAttribute: TextOrNone,
  lastNameAttribute: TextOrNone,
})
type Provider = z.output<typeof shape>

interface Metadata {
  entityId: string
  signOnUrl: string
  certificate: X509Certificate
}

const HASH_LENGTH = 16
/** What of the metadata counts: it is the same where these are. */
const metadataName = ({ entityId, signOnUrl, certificate }: Metadata) =>
  `metadata/${createHash('sha256')
    .update([entityId, signOnUrl, certificate.fingerprint256].join('\n'))
    .digest('hex')
    .slice(0, HASH_LENGTH)}`

async function presentMetadata({ tx }: KindContext): Promise<ReadonlyMap<number, Metadata>> {
  const rows = await listProviderMetadata(tx)
  return new Map(
    rows.map(({ id, certificate, ...row }) => [id, { ...row, certificate: new X509Certificate(certificate) }]),
  )
}

export const identityProviderKind = configurationKind({
  name: 'identityProviders',
  noun: 'identity provider',
  about: 'Identity providers (SAML 2.0) at which the users of clients sign in',
  shape,
  key: ['name'],
  unordered: ['clients'],
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
  isSame: (context, field, present, stated) => {
    if (field !== 'metadata' || typeof stated !== 'string') return Promise.resolve(undefined)
    const content = context.content(stated, field)
    if (content instanceof EntryProblem) return Promise.resolve(false)
    // The address of the portal is compared when the metadata is saved.
    const read = readProviderMetadata(content.bytes.toString('utf8'), new Date(), '')
    const [certificate] = read instanceof MessageRef ? [] : read.certificates
    return Promise.resolve(
      !(read instanceof MessageRef) && certificate !== undefined && metadataName({ ...read, certificate }) === present,
    )
  },
  contents: async (context, { id, entry }) => {
    const known = (await presentMetadata(context)).get(Number(id))
    if (!known || known.certificate.validToDate <= new Date()) return []
    return [{ field: 'metadata', name: `${String(entry['metadata'])}.xml`, bytes: Buffer.from(metadataText(known)) }]
  },
  add: async (context, entry) => {
    const added = await save(context, undefined, entry)
    if (added instanceof Refusal || added instanceof EntryProblem) return added
    return saveClients(context, added.samlIdentityProviderId, entry.clients)
  },
  change: async (context, { present: { id, version }, wanted, changed }) => {
    const { clients, ...rest } = Object.fromEntries(
      Object.entries(wanted).filter(([field]) => changed.has(field)),
    ) as Partial<Provider>
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

/** Metadata with what counts of it. */
const metadataText = ({ entityId, signOnUrl, certificate }: Metadata): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeHtml(entityId)}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
        <X509Data><X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data>
      </KeyInfo>
    </KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escapeHtml(signOnUrl)}"/>
  </IDPSSODescriptor>
</EntityDescriptor>
`
