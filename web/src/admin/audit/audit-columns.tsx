import type { AuditedEvent } from '@portico/contract/audit/audit.ts'
import type { auditPageTexts } from '@portico/contract/audit/audit-page-texts.ts'
import type { Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { formatInstant } from '../../ui/format.ts'
import { actionName, targetName } from './audit-words.ts'

/** The columns of a list of audit events. */
export const auditColumns = (t: Texts<typeof auditPageTexts>): Column<AuditedEvent>[] => [
  {
    key: 'eventDt',
    title: t.audit_time,
    sortable: true,
    oneLine: true,
    cell: ({ eventDt }) => formatInstant(eventDt),
  },
  { key: 'action', title: t.audit_action, cell: ({ eventCd }) => actionName(eventCd) },
  { key: 'actor', title: t.audit_actor, cell: ({ actorNm }) => actorNm ?? t.audit_portal, oneLine: true },
  {
    key: 'subject',
    title: t.audit_subject,
    cell: ({ subjectNm, subjectId, actorId }) => (subjectId === actorId ? '' : subjectNm),
  },
  { key: 'target', title: t.audit_target, cell: (event) => targetName(event) },
  { key: 'client', title: t.audit_client, truncate: 'narrow', priority: 2, cell: ({ clientNm }) => clientNm },
  { key: 'address', title: t.audit_address, cell: ({ addressTxt }) => addressTxt, oneLine: true, priority: 3 },
]
