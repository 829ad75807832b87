import type { FilterOf } from '@portico/contract/preference-rules.ts'
import { auditList } from '@portico/contract/audit.ts'
import { dayFilter, idFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** Search params of the audit trail: actor, affected user, event, object, client, period. */
export const auditSearch = listSearch({
  filters: {
    actor: idFilter(),
    subject: idFilter(),
    client: idFilter(),
    action: textFilter(),
    kind: textFilter(),
    target: textFilter(200),
    from: dayFilter(),
    to: dayFilter(),
  } satisfies Record<FilterOf<'audit'>, unknown>,
  columns: auditList.columns,
  defaultSort: { key: auditList.defaultSort.column, direction: auditList.defaultSort.direction },
})

export type AuditFilters = ReturnType<typeof auditSearch.read>['filters']
export type AuditValues = ListValues<AuditFilters, (typeof auditList.columns)[number]>
