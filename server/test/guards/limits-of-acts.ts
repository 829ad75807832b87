import { accountLimits } from '@portico/contract/account/account-rules.ts'
import { CLIENT_CODE_MAX, CLIENT_NAME_MAX } from '@portico/contract/clients/client-rules.ts'
import { CONTACT_ROLE_MAX } from '@portico/contract/clients/client-contacts.ts'
import { COMMENT_MAX_LENGTH } from '@portico/contract/contact/contact.ts'
import {
  NAME_MAX,
  SEARCH_NAME_MAX,
  SEARCH_TEXT_MAX,
  SOFTWARE_NAME_MAX,
} from '@portico/contract/catalog/catalog-rules.ts'
import {
  ACCESS_REASON_MAX,
  ANNOUNCEMENT_MESSAGE_MAX,
  ANNOUNCEMENT_NOTE_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  LICENSE_TEXT_MAX,
  LICENSE_TITLE_MAX,
} from '@portico/contract/limits.ts'
import { LINK_ADDRESS_MAX, LINK_NAME_MAX } from '@portico/contract/links/link-rules.ts'
import { SET_DESCRIPTION_MAX, SET_NAME_MAX } from '@portico/contract/permission-sets/permission-set-limits.ts'
import { SERVICE_ACCOUNT_NAME_MAX } from '@portico/contract/service-accounts/service-account-rules.ts'
import { ERASURE_REASON_MAX } from '@portico/contract/users/erasure-kinds.ts'
import { phoneFieldList, textFieldList } from '@portico/contract/users/user-fields.ts'
import { WEBHOOK_ADDRESS_MAX, WEBHOOK_NAME_MAX } from '@portico/contract/webhooks/webhook-rules.ts'
import { wireSchema } from '../../../contract/test/wire-values.ts'
import { type Act, acts } from './acts.ts'
import { auditedWrites } from './audited-writes.ts'
import type { SampleCall } from './sample-call.ts'

type Field = readonly (string | number)[]

interface Rule {
  /** The most characters, where the server takes fewer than the shape. */
  max?: number
  /** Such a text of some length; by default of one letter. */
  textOf?: (length: number) => string
  /** What else the part of the body needs that has the field. */
  beside?: Readonly<Record<string, unknown>>
}

const padded =
  (begin: string, end = '') =>
  (length: number) =>
    begin + 'x'.repeat(length - begin.length - end.length) + end

/** A domain whose labels have 50 characters. */
const domain = (length: number) =>
  `${Array.from({ length: length - '.test'.length }, (_, at) => (at % 50 === 49 ? '.' : 'x')).join('')}.test`

const link = padded('https://limit.example.test/')
const path = padded('/')
const ofSearch = { sublinkNm: 'Name' }
const translation = { languageCd: 'de', titleText: 'Titel', messageText: '<p>Text</p>' }

/** Rules of fields, by an endpoint and the whole field, by the endpoint, or by their names; the shape alone holds for all others. */
const rules: Readonly<Record<string, Rule>> = {
  firstNm: { max: accountLimits.name },
  lastNm: { max: accountLimits.name },
  jobTitleDscTxt: { max: accountLimits.jobTitle },
  emailAddress: { max: accountLimits.email, textOf: (length) => `x@${domain(length - 'x@'.length)}` },
  // The pattern of user names says so.
  userNm: { max: 50 },
  ...Object.fromEntries(textFieldList.flatMap(({ wire, maximum }) => (maximum ? [[wire, { max: maximum }]] : []))),
  comment: { max: COMMENT_MAX_LENGTH },
  anncTitle: { max: ANNOUNCEMENT_TITLE_MAX },
  anncMessage: { max: ANNOUNCEMENT_MESSAGE_MAX, textOf: padded('<p>', '</p>') },
  noteTxt: { max: ANNOUNCEMENT_NOTE_MAX },
  linkNm: { max: LINK_NAME_MAX },
  linkUrlTxt: { max: LINK_ADDRESS_MAX, textOf: link },
  roleTxt: { max: CONTACT_ROLE_MAX },
  setNm: { max: SET_NAME_MAX },
  'createPermissionSet.descriptionTxt': { max: SET_DESCRIPTION_MAX },
  'updatePermissionSet.descriptionTxt': { max: SET_DESCRIPTION_MAX },
  clientNm: { max: CLIENT_NAME_MAX },
  clientCd: { max: CLIENT_CODE_MAX },
  serviceAccountNm: { max: SERVICE_ACCOUNT_NAME_MAX },
  webhookNm: { max: WEBHOOK_NAME_MAX },
  addressTxt: { max: WEBHOOK_ADDRESS_MAX, textOf: padded('http://127.0.0.1:9/') },
  pageNm: { max: NAME_MAX },
  systemNm: { max: NAME_MAX },
  sectionNm: { max: NAME_MAX },
  ccPageLocationTxt: { textOf: path },
  ccHelpPageLocationTxt: { textOf: path, beside: { ccPageLocationTxt: '/' } },
  sublinkNm: { max: SEARCH_NAME_MAX },
  'addApplication.applicationSubLinks.0.descriptionTxt': { max: SEARCH_TEXT_MAX, beside: ofSearch },
  'updateApplication.applicationSubLinks.0.descriptionTxt': { max: SEARCH_TEXT_MAX, beside: ofSearch },
  'saveSubLinks.0.descriptionTxt': { max: SEARCH_TEXT_MAX, beside: ofSearch },
  cmrCenterExtlSoftware: { max: SOFTWARE_NAME_MAX },
  classificationTypeCd: { textOf: (length) => 'X'.repeat(length) },
  'saveFacility.facilityCd': { textOf: (length) => 'X'.repeat(length) },
  domainNm: { textOf: domain },
  emailDomainTxt: { textOf: domain },
  notifyEmailTxt: { textOf: (length) => `x@${domain(length - 'x@'.length)}` },
  reasonTxt: { max: ACCESS_REASON_MAX },
  'startAccessChange.reasonTxt': {},
  'requestErasure.reasonTxt': { max: ERASURE_REASON_MAX },
  decisionTxt: { max: ACCESS_REASON_MAX },
  answerTxt: { max: COMMENT_MAX_LENGTH },
  titleTxt: { max: LICENSE_TITLE_MAX },
  'addLicenseVersion.texts.0.contentTxt': { max: LICENSE_TEXT_MAX, textOf: padded('<p>', '</p>') },
  'addAnnouncement.translations.0.titleText': { max: ANNOUNCEMENT_TITLE_MAX, beside: translation },
  'updateAnnouncement.translations.0.titleText': { max: ANNOUNCEMENT_TITLE_MAX, beside: translation },
  'addAnnouncement.translations.0.messageText': {
    max: ANNOUNCEMENT_MESSAGE_MAX,
    textOf: padded('<p>', '</p>'),
    beside: translation,
  },
  'updateAnnouncement.translations.0.messageText': {
    max: ANNOUNCEMENT_MESSAGE_MAX,
    textOf: padded('<p>', '</p>'),
    beside: translation,
  },
}

/** Fields that are no texts of any length, by why; the tests of their areas try them. */
const others: Readonly<Record<string, readonly string[]>> = {
  'It names something that is there.': [
    'facilityCd',
    'eventList',
    'jobCd',
    'oldDomainNm',
    'removeInternalDomain.domainNm',
    'typeCd',
    'host',
    'versionTxt',
    'startAccessChange.match.nm',
    'startAccessChange.match.costCenter',
    'reviewedUsersTxt',
  ],
  'It has a form of its own.': [
    ...phoneFieldList.map(({ wire }) => wire),
    'midInitial',
    'workExt',
    'cronTxt',
    'parametersTxt',
    'networkList',
    'securityConfirmPwd',
  ],
  'It depends on others beside it.': [
    'saveSignOnSettings',
    'accountUserNm',
    'audienceTxt',
    'authorizationTxt',
    'updateProfile.emailAddress',
  ],
  'It leads to an address of the installation.': ['browserLogoutUrl'],
  'It is not changed: the name of the portal itself, and that of a user.': [
    'updateSystem.systemNm',
    'updateUserDetail.user.userNm',
  ],
  'It is the path of an attribute that directories have.': ['saveDirectoryAttributes', 'tryDirectoryAttributes'],
  'It is another name of a field that is tried.': [
    'addAnnouncement.titleText',
    'addAnnouncement.messageText',
    'updateAnnouncement.titleText',
    'updateAnnouncement.messageText',
  ],
}

/** What a field is called in the answer that refuses it. */
export const nameOf = (field: Field) => field.findLast((part) => typeof part === 'string') ?? ''

/** What a table of fields has about a field of an endpoint. */
const inTable = <Value>(table: Readonly<Record<string, Value>>, endpoint: string, field: Field): Value | undefined =>
  table[[endpoint, ...field].join('.')] ?? table[endpoint] ?? table[nameOf(field)]

type Schema = ReturnType<typeof wireSchema>

/** The texts of a shape, with the most characters that it takes. */
function textsOf(schema: Schema, field: Field = []): { field: Field; max: number }[] {
  const { anyOf = [], properties = {}, items, type, maxLength } = schema
  return [
    ...anyOf.flatMap((one) => textsOf(one, field)),
    ...Object.entries(properties).flatMap(([name, one]) => textsOf(one, [...field, name])),
    ...(items ? textsOf(items, [...field, 0]) : []),
    ...(type === 'string' && maxLength !== undefined && field.length > 0 ? [{ field, max: maxLength }] : []),
  ]
}

/** A text of an act, whose length the server judges. */
export interface Limit {
  act: Act
  field: Field
  max: number
  textOf: (length: number) => string
  beside: Readonly<Record<string, unknown>>
}

/** One act of each endpoint that leaves an event and takes JSON. */
export const writtenActs = acts.filter(
  ({ endpoint, undoes }, at) =>
    endpoint.kind === 'json' &&
    undoes === undefined &&
    'event' in (auditedWrites[endpoint.name] ?? {}) &&
    acts.findIndex((other) => other.endpoint === endpoint) === at,
)

const excused = Object.fromEntries(Object.values(others).flatMap((names) => names.map((name) => [name, true])))

const all = writtenActs.flatMap((act) =>
  act.endpoint.body ? textsOf(wireSchema(act.endpoint.body)).map((text) => ({ act, ...text })) : [],
)

const isExcused = (act: Act, field: Field) =>
  !([act.endpoint.name, ...field].join('.') in rules) && inTable(excused, act.endpoint.name, field) === true

export const limitsOfActs: readonly Limit[] = all.flatMap(({ act, field, max }) => {
  if (isExcused(act, field)) return []
  const rule = inTable(rules, act.endpoint.name, field) ?? {}
  return { textOf: (length: number) => 'x'.repeat(length), beside: {}, ...rule, act, field, max: rule.max ?? max }
})

/** Entries of the tables about fields that no act has. */
export const staleLimits: readonly string[] = [...Object.keys(rules), ...Object.keys(excused)].filter(
  (key) =>
    !all.some(({ act: { endpoint }, field }) =>
      [[endpoint.name, ...field].join('.'), endpoint.name, nameOf(field)].includes(key),
    ),
)

/** The call with another value in its body. */
export function withValue(
  call: SampleCall,
  { field: [first = '', ...rest], beside = {} }: Pick<Limit, 'field'> & Partial<Pick<Limit, 'beside'>>,
  value: string,
): SampleCall {
  const place = (part: unknown, name: string | number, names: Field): unknown => {
    const inner = part === undefined || part === null ? (typeof name === 'number' ? [] : {}) : part
    const [next, ...further] = names
    const isWhole = next === undefined && !Array.isArray(inner)
    const copy = Array.isArray(inner) ? [...(inner as unknown[])] : { ...inner, ...(isWhole ? beside : {}) }
    const parts = copy as Record<string | number, unknown>
    parts[name] = next === undefined ? value : place(parts[name], next, further)
    return copy
  }
  return { ...call, body: JSON.stringify(place(JSON.parse(String(call.body)), first, rest)) }
}
