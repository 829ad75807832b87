import {
  nameIdFormatCodes,
  nameSources,
  signOnFacts,
  signOnProtocols,
} from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import {
  getSignOnSettings,
  listSignOnSystems,
  saveSignOnSettings,
  type SignOnSettings,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { z } from 'zod'
import { configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Name, TextOrNone } from './entry-shapes.ts'
import { rowsOf } from './rows-of.ts'

const Certificate = z.string().trim().describe('A certificate in PEM')

const shape = z.strictObject({
  system: Name,
  protocol: z.enum(signOnProtocols),
  nameSource: z.enum(nameSources).describe('The name by which the application knows a user'),
  attributes: z
    .array(z.strictObject({ name: Name, fact: z.enum(signOnFacts) }))
    .describe('SAML attributes or OpenID Connect claims, with the facts that they carry'),
  entityId: TextOrNone,
  assertionConsumers: z.array(z.strictObject({ address: Name, index: z.string().optional() })),
  audience: TextOrNone.describe('null: the entity ID'),
  nameIdFormat: z.enum(nameIdFormatCodes),
  signedRequests: z.boolean(),
  signingCertificates: z.array(Certificate),
  encryptionCertificate: Certificate.nullable(),
  formOrigins: z.array(Name),
  publicClient: z.boolean().describe('true: the application has no secret'),
  redirectAddresses: z.array(Name),
  backChannelLogoutAddress: TextOrNone,
})
type Settings = z.output<typeof shape>

export const signOnKind = configurationKind({
  name: 'singleSignOn',
  noun: 'single sign-on',
  about: 'Single sign-on of systems, without secrets: those are made on the screen',
  shape,
  key: ['system'],
  required: ['protocol'],
  unordered: ['formOrigins', 'redirectAddresses', 'attributes'],
  wireFields: {
    protocolCd: 'protocol',
    nameSourceCd: 'nameSource',
    attributeList: 'attributes',
    entityIdTxt: 'entityId',
    acsList: 'assertionConsumers',
    audienceTxt: 'audience',
    nameIdFormatCd: 'nameIdFormat',
    signedRequestsFlg: 'signedRequests',
    signingCertificateList: 'signingCertificates',
    encryptionCertificateTxt: 'encryptionCertificate',
    formOriginList: 'formOrigins',
    publicClientFlg: 'publicClient',
    redirectUrlList: 'redirectAddresses',
    backChannelLogoutUrlTxt: 'backChannelLogoutAddress',
  },
  read: readSettings,
  isSame: (_context, field, present, stated) =>
    Promise.resolve(
      field.endsWith('Certificate') || field.endsWith('Certificates') ? isSameCertificate(present, stated) : undefined,
    ),
  add: async (context, entry) => {
    const system = await context.refer('systems', entry.system, 'system')
    if (system instanceof EntryProblem) return system
    return save(context, Number(system.id), entry, 0)
  },
  change: (context, { present: { id, version }, wanted: { protocol }, differing }) =>
    save(context, Number(id), { ...differing, protocol }, version),
})

const base64Of = (pem: unknown) => JSON.stringify(pem ?? null).replaceAll(/-----[A-Z ]+-----|\\n|\\r|\s/g, '')
const isSameCertificate = (present: unknown, stated: unknown) => base64Of(present) === base64Of(stated)

/** The systems that have settings. */
async function readSettings(context: KindContext) {
  const { systems } = rowsOf(await context.call(listSignOnSystems, { params: { uid: context.uid } }))
  const read = []
  for (const { systemId } of systems) {
    const params = { uid: context.uid, appSystemId: systemId }
    const settings = rowsOf(await context.call(getSignOnSettings, { params }))
    if (settings.version > 0) read.push({ id: systemId, version: settings.version, entry: entryOf(settings) })
  }
  return read
}

const entryOf = (settings: SignOnSettings): Settings => ({
  system: settings.systemNm,
  protocol: settings.protocolCd,
  nameSource: settings.nameSourceCd,
  attributes: settings.attributeList.map(({ attributeNm, factCd }) => ({ name: attributeNm, fact: factCd })),
  entityId: settings.entityIdTxt,
  assertionConsumers: settings.acsList.map(({ urlTxt, indexTxt }) => ({
    address: urlTxt,
    ...(indexTxt === '' ? {} : { index: indexTxt }),
  })),
  audience: settings.audienceTxt,
  nameIdFormat: settings.nameIdFormatCd,
  signedRequests: settings.signedRequestsFlg,
  signingCertificates: settings.signingCertificateList,
  encryptionCertificate: settings.encryptionCertificateTxt,
  formOrigins: settings.formOriginList,
  publicClient: settings.publicClientFlg,
  redirectAddresses: settings.redirectUrlList,
  backChannelLogoutAddress: settings.backChannelLogoutUrlTxt,
})

async function save(
  context: KindContext,
  appSystemId: number,
  stated: Partial<Settings> & Pick<Settings, 'protocol'>,
  version: number | undefined,
) {
  const params = { uid: context.uid, appSystemId }
  const body = {
    protocolCd: stated.protocol,
    nameSourceCd: stated.nameSource,
    attributeList: stated.attributes?.map(({ name, fact }) => ({ attributeNm: name, factCd: fact })),
    entityIdTxt: stated.entityId ?? (stated.entityId === null ? '' : undefined),
    acsList: stated.assertionConsumers?.map(({ address, index = '' }) => ({ urlTxt: address, indexTxt: index })),
    audienceTxt: stated.audience,
    nameIdFormatCd: stated.nameIdFormat,
    signedRequestsFlg: stated.signedRequests,
    signingCertificateList: stated.signingCertificates,
    encryptionCertificateTxt: stated.encryptionCertificate,
    formOriginList: stated.formOrigins,
    publicClientFlg: stated.publicClient,
    redirectUrlList: stated.redirectAddresses,
    backChannelLogoutUrlTxt: stated.backChannelLogoutAddress,
    version,
  }
  return resultOf(await context.call(saveSignOnSettings, { params, body }))
}
