import * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import * as referenceData from '@portico/contract/reference-data/reference-data.ts'
import { callsOf, type ReferenceCategory, requestsOf } from '@portico/contract/kit/reference-table.ts'
import { z } from 'zod'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import {
  type ActResult,
  type ConfigurationKind,
  type Entry,
  EntryProblem,
  type KindContext,
  resultOf,
} from '../configuration-kind.ts'
import { Domain, Line, Name, Position, Text, TextOrNone } from './entry-shapes.ts'

/** A field of an entry that names something of another kind. */
interface Reference {
  kind: string
  /** Field of a row that shows its name, by which a file refers to it. */
  shownAs?: string
  /** Where a row shows its id alone: field of its own entry that is its name. */
  namedBy?: string
}

interface ReferenceKind {
  name: string
  noun: string
  about: string
  category: ReferenceCategory
  key: readonly string[]
  /** Shape and wire name of each field. */
  fields: Readonly<Record<string, { wire: string; shape: z.ZodType; refersTo?: Reference }>>
  hasOrder?: boolean
  /** Entries of other kinds refer to its own. */
  isReferredTo?: boolean
}

const position = { wire: 'displayOrderSeqCnt', shape: Position.describe('Place among the others, from 1') }

const declared: readonly ReferenceKind[] = [
  {
    name: 'departments',
    noun: 'department',
    about: 'Departments that users belong to and announcements are for',
    category: referenceData.departments,
    key: ['name'],
    fields: { name: { wire: 'departmentNm', shape: Line } },
  },
  {
    name: 'facilities',
    noun: 'facility',
    about: 'Places where customers are served',
    category: referenceData.facilities,
    key: ['code'],
    isReferredTo: true,
    fields: {
      code: { wire: 'facilityCd', shape: Line },
      name: { wire: 'facilityNm', shape: Line },
      hierarchy: { wire: 'hierarchyFlg', shape: z.boolean().describe('false: its customers are a flat list') },
    },
  },
  {
    name: 'smsCarriers',
    noun: 'carrier',
    about: 'Carriers that deliver text messages sent by email',
    category: referenceData.smsCarriers,
    key: ['name'],
    fields: {
      name: { wire: 'smsCarrierNm', shape: Line },
      domain: { wire: 'emailDomainTxt', shape: Domain },
      active: { wire: 'activeFlg', shape: z.boolean() },
    },
  },
  {
    name: 'internalDomains',
    noun: 'internal domain',
    about: 'Email domains whose users are internal by default',
    category: referenceData.internalDomains,
    key: ['domain'],
    fields: { domain: { wire: 'domainNm', shape: Domain } },
  },
  {
    name: 'securityQuestions',
    noun: 'security question',
    about: 'Questions by which users who forgot their password identify themselves',
    category: referenceData.securityQuestions,
    key: ['question'],
    fields: { question: { wire: 'securityQuestionDscTxt', shape: Line }, position },
    hasOrder: true,
  },
  {
    name: 'notificationTypes',
    noun: 'notification type',
    about: 'Ways to be notified that users choose from',
    category: referenceData.notificationTypes,
    key: ['name'],
    fields: {
      name: { wire: 'notificationTypeNm', shape: Line },
      description: { wire: 'descriptionTxt', shape: Text },
      position,
    },
    hasOrder: true,
  },
  {
    name: 'passwordRules',
    noun: 'password rule',
    about: 'What new passwords must comply with',
    category: referenceData.passwordRules,
    key: ['text'],
    fields: {
      text: { wire: 'ruleTxt', shape: Line },
      type: { wire: 'typeCd', shape: Line.describe('What is checked, such as MIN_LENGTH') },
      value: { wire: 'value', shape: z.int().min(1).nullable() },
      position,
    },
    hasOrder: true,
  },
  {
    name: 'classificationTypes',
    noun: 'classification type',
    about: 'Kinds of classification',
    category: referenceData.classificationTypes,
    key: ['code'],
    isReferredTo: true,
    fields: {
      code: { wire: 'classificationTypeCd', shape: Line },
      description: { wire: 'descriptionTxt', shape: Line },
    },
  },
  {
    name: 'classificationValues',
    noun: 'classification value',
    about: 'Values of a kind of classification',
    category: referenceData.classificationValues,
    key: ['type', 'name'],
    fields: {
      type: {
        wire: 'classificationTypeId',
        shape: Name.describe('Code of a classification type'),
        refersTo: { kind: 'classificationTypes', namedBy: 'code' },
      },
      name: { wire: 'valueMediumNm', shape: Line },
      shortName: { wire: 'valueShortNm', shape: Line },
      position,
    },
    hasOrder: true,
  },
  {
    name: 'accountTypes',
    noun: 'account type',
    about: 'Kinds of accounts that users can have in a system',
    category: referenceData.accountTypes,
    key: ['system', 'code'],
    fields: {
      system: { wire: 'systemId', shape: Name, refersTo: { kind: 'systems', shownAs: 'systemNm' } },
      code: { wire: 'systemAccountTypeCd', shape: Line },
      name: { wire: 'systemAccountTypeDescTxt', shape: Line },
    },
  },
  {
    name: 'entitlementReports',
    noun: 'entitlement report',
    about: 'Clients that get entitlement reports',
    category: employerSettings.entitlementConfigs,
    key: ['client'],
    fields: {
      client: { wire: 'employerId', shape: Name, refersTo: { kind: 'clients', shownAs: 'employerNm' } },
      code: { wire: 'clientCd', shape: TextOrNone },
      enabled: { wire: 'enableFlg', shape: z.boolean() },
    },
  },
  {
    name: 'sessionTimeouts',
    noun: 'session timeout',
    about: 'Minutes without activity after which users of a client are signed out',
    category: employerSettings.sessionTimeouts,
    key: ['client'],
    fields: {
      client: { wire: 'employerId', shape: Name, refersTo: { kind: 'clients', shownAs: 'employerNm' } },
      minutes: { wire: 'timeoutMinutesCnt', shape: z.int() },
    },
  },
]

/** The categories of database maintenance, by the names of their kinds. */
export const referenceKinds: Readonly<Record<string, ConfigurationKind>> = Object.fromEntries(
  declared.map((kind) => [kind.name, kindOf(kind)]),
)

function kindOf({ category, fields, isReferredTo = false, ...kind }: ReferenceKind): ConfigurationKind {
  const calls = callsOf(category)
  const requests = requestsOf(category)
  const call = async (context: KindContext, endpoint: Endpoint, request: object): Promise<ActResult> =>
    resultOf(await context.call(endpoint, request as never))
  const read: ConfigurationKind['read'] = async (context) => {
    const rows = (await context.listAll(calls.list as Endpoint, {})) as unknown as Record<string, unknown>[]
    const names = await namesOf(context, fields)
    return rows.map((row) => ({
      id: row[category.key] as number | string,
      version: Number(row['version']),
      entry: Object.fromEntries(
        Object.entries(fields).map(([field, { wire, refersTo }]) => [
          field,
          names.get(field)?.get(row[wire]) ?? row[refersTo?.shownAs ?? wire],
        ]),
      ),
    }))
  }
  return {
    ...kind,
    removesFirst: !isReferredTo,
    isRenamed: kind.key.includes('name'),
    fixed: Object.keys(fields).filter((field) => category.fixed?.includes(fields[field]?.wire ?? '')),
    shape: z.strictObject(Object.fromEntries(Object.entries(fields).map(([field, { shape }]) => [field, shape]))),
    wireFields: Object.fromEntries(Object.entries(fields).map(([field, { wire }]) => [wire, field])),
    read,
    add: async (context, entry) => {
      const body = await sentEntry(context, fields, entry)
      return body instanceof EntryProblem ? body : call(context, calls.add as Endpoint, requests.add(context.uid, body))
    },
    change: async (context, { present: { id, version }, wanted, differing }) => {
      const body = await sentEntry(context, fields, category.addresses?.save ? wanted : differing)
      if (body instanceof EntryProblem) return body
      return call(context, calls.change as Endpoint, requests.change(context.uid, id, { ...body, version }))
    },
    remove: (context, { id, version }) =>
      call(context, calls.remove as Endpoint, requests.remove(context.uid, id, version)),
  }
}

/** Names of what entries refer to, by fields and ids; of fields whose rows show no name. */
async function namesOf(context: KindContext, fields: ReferenceKind['fields']) {
  const names = new Map<string, ReadonlyMap<unknown, unknown>>()
  for (const [field, { refersTo }] of Object.entries(fields)) {
    const { kind, namedBy } = refersTo ?? {}
    if (kind === undefined || namedBy === undefined) continue
    names.set(field, new Map((await context.present(kind)).map(({ id, entry }) => [id, entry[namedBy]])))
  }
  return names
}

/** The fields of an entry by their wire names. */
async function sentEntry(context: KindContext, fields: ReferenceKind['fields'], entry: Entry) {
  const sent: Record<string, unknown> = {}
  for (const [field, { wire, refersTo }] of Object.entries(fields)) {
    const value = entry[field]
    if (value === undefined) continue
    const target = refersTo ? await context.refer(refersTo.kind, value as string, field) : undefined
    if (target instanceof EntryProblem) return target
    sent[wire] = target ? target.id : value
  }
  return sent
}
