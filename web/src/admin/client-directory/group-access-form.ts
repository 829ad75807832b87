import type { DirectoryGroup } from '@portico/contract/scim/directory-groups.ts'
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
