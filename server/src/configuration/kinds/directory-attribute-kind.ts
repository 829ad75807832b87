import {
  attributeDefaults,
  type AttributePaths,
  getDirectoryAttributes,
  isDefaultPath,
  type MappedField,
  mappedFieldNames,
  mappedFields,
  saveDirectoryAttributes,
} from '@portico/contract/scim/directory-attributes.ts'
import { z } from 'zod'
import { configurationKind, type Entry, type KindContext, resultOf } from '../configuration-kind.ts'
import { Name, TextOrNone } from './entry-shapes.ts'
import { rowsOf } from './rows-of.ts'

const pathOf = (field: MappedField) => TextOrNone.describe(`null: ${attributeDefaults[field]}`)
/** Paths that are the same as none. */
const defaults: Readonly<Record<string, string>> = Object.fromEntries(
  mappedFields
    .map((field) => [field, attributeDefaults[field]] as const)
    .filter(([field, path]) => isDefaultPath(field, path))
    .map(([field, path]) => [mappedFieldNames[field], path]),
)

export const directoryAttributeKind = configurationKind({
  name: 'directoryAttributes',
  noun: 'set of directory attributes',
  about: 'Which attribute of the directory of a client (SCIM) fills which field of an account; null: the usual one',
  shape: z.strictObject({
    client: Name,
    userName: pathOf('userNm'),
    firstName: pathOf('firstNm'),
    middleInitial: pathOf('midInitial'),
    lastName: pathOf('lastNm'),
    email: pathOf('emailAddress'),
    workPhone: pathOf('workPhone'),
    homePhone: pathOf('homePhone'),
    fax: pathOf('faxNum'),
    employeeId: pathOf('employeeId'),
    costCenter: pathOf('costCenter'),
    jobTitle: pathOf('jobTitleDscTxt'),
    department: pathOf('departmentNm'),
  }),
  key: ['client'],
  wireFields: mappedFieldNames,
  isDefault: ({ client: _client, ...paths }) => Object.values(paths).every((path) => path === null),
  isSame: (_context, field, present, stated) =>
    Promise.resolve((present ?? defaults[field]) === (stated ?? defaults[field])),
  read: async (context) => {
    const read = []
    for (const { id, entry } of await context.present('clients')) {
      const params = { uid: context.uid, clientId: Number(id) }
      const { paths, version } = rowsOf(await context.call(getDirectoryAttributes, { params }))
      read.push({ id, version, entry: { client: String(entry['name']), ...statedPaths(paths) } })
    }
    return read
  },
  // Every client has its attributes, so that only an unknown one is missing.
  add: async (context, { client }) => resultOf(await context.refer('clients', client, 'client')),
  change: async (context, { present: { id, version = 0 }, wanted }) =>
    resultOf(await save(context, Number(id), { version, wanted })),
  remove: async (context, { id, version = 0 }) => resultOf(await save(context, Number(id), { version, wanted: {} })),
})

const statedPaths = (paths: AttributePaths) =>
  Object.fromEntries(mappedFields.map((field) => [mappedFieldNames[field], paths[field] === '' ? null : paths[field]]))

function save(context: KindContext, clientId: number, { version, wanted }: { version: number; wanted: Entry }) {
  const paths = Object.fromEntries(
    mappedFields.map((field) => [field, (wanted[mappedFieldNames[field]] as string | null | undefined) ?? '']),
  ) as AttributePaths
  return context.call(saveDirectoryAttributes, {
    params: { uid: context.uid, clientId },
    body: { ...paths, version },
  })
}
