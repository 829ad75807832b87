import type { AuditedEvent } from '@portico/contract/audit/audit.ts'
import { stateInWords } from '@portico/contract/audit/audit-words.ts'
import { auditPageTexts } from '@portico/contract/audit/audit-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { DiffView } from '../../patterns/DiffView.tsx'
import { textOfValue } from '../../patterns/difference.ts'
import { ExactInstant } from '../../ui/ExactInstant.tsx'
import { PanelRow } from '../../ui/Panel.tsx'
import { actionName, fieldLabels, targetName, auditWordsOf } from './audit-words.ts'
import { Fragment, type ReactNode } from 'react'

/** One audit entry with its changes. */
export function AuditDrawer({ event, onClose }: { event: AuditedEvent; onClose: () => void }) {
  const t = useTexts(auditPageTexts)
  const facts = [
    [t.audit_time, <ExactInstant key="time" recorded={event.eventDt.toISOString()} />],
    [t.audit_actor, event.actorNm ?? t.audit_portal],
    [t.audit_subject, event.subjectNm],
    [t.audit_target, targetName(event)],
    [t.audit_client, event.clientNm],
    [t.audit_address, event.addressTxt],
    [t.audit_request, event.requestId],
  ] as const
  return (
    <DetailDrawer title={actionName(event.eventCd)} onClose={onClose}>
      {facts.map(
        ([name, value]) =>
          value && (
            <PanelRow key={name} title={name}>
              {value}
            </PanelRow>
          ),
      )}
      {(event.before ?? event.after) && (
        <DiffView
          label={t.audit_changes}
          before={stateInWords(event.eventCd, event.before, auditWordsOf)}
          after={stateInWords(event.eventCd, event.after, auditWordsOf)}
          labels={fieldLabels(event)}
          format={(_field, value) => momentsInWords(textOfValue(value))}
        />
      )}
    </DetailDrawer>
  )
}

/** A moment as the audit trail records it: ISO 8601 in UTC. */
const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/

/** A recorded text with its moments in the date format and time zone of the reader, each beside the recorded one. */
function momentsInWords(text: string | undefined): ReactNode {
  if (text === undefined || !MOMENT.test(text)) return text
  // With the group in the expression every second part is a moment.
  return text
    .split(MOMENT)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : momentInWords(part)}</Fragment>)
}

const momentInWords = (recorded: string): ReactNode =>
  Number.isNaN(Date.parse(recorded)) ? recorded : <ExactInstant recorded={recorded} />
