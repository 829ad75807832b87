import type { DirectoryGroup } from '@portico/contract/scim/directory-groups.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import type { PermissionFields } from '../permissions/permissions-form.ts'

/** What a group gives, as the form holds it. */
export const fieldsOfGroup = ({ items }: Pick<DirectoryGroup, 'items'>): PermissionFields => ({
  systems: items.flatMap(({ systemId, systemNm, pageId }) =>
    pageId === null ? [{ systemId, systemNm, isAdmin: false, hasSensitiveData: false, endDt: null }] : [],
  ),
  pages: items.flatMap(({ systemId, pageId, pageNm }) =>
    pageId === null ? [] : [{ pageId, pageNm: pageNm ?? '', systemId, endDt: null }],
  ),
})

/** The body of the plan and of the save. */
export const groupBody = ({ systems, pages }: PermissionFields) => ({
  systemIds: systems.map(({ systemId }) => systemId),
  pageIds: pages.map(({ pageId }) => pageId),
})

/** What a group gives, with permission sets. */
interface GroupFields extends PermissionFields {
  setIds: readonly Option[]
}

/** The same with the permission sets of a group. */
export const fieldsOfGroupAccess = ({ items, sets }: Pick<DirectoryGroup, 'items' | 'sets'>): GroupFields => ({
  ...fieldsOfGroup({ items }),
  setIds: sets.map(({ setId, setNm }) => ({ value: String(setId), label: setNm })),
})

/** The body with the permission sets of a group. */
export const groupAccessBody = ({ setIds, ...access }: GroupFields) => ({
  ...groupBody(access),
  setIds: setIds.map(({ value }) => Number(value)),
})
