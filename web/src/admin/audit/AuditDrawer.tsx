import type { AuditedEvent } from '@portico/contract/audit.ts'
import { stateInWords } from '@portico/contract/audit-words.ts'
import { auditPageTexts } from '@portico/contract/texts/audit-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { DiffView } from '../../patterns/DiffView.tsx'
import { textOfValue } from '../../patterns/difference.ts'
import { ExactInstant } from '../../ui/ExactInstant.tsx'
import { PanelRow } from '../../ui/Panel.tsx'
import { actionName, fieldLabels, targetName, wordsOf } from './audit-words.ts'
import { momentsInWords } from './moments-in-words.tsx'

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
          before={stateInWords(event.eventCd, event.before, wordsOf)}
          after={stateInWords(event.eventCd, event.after, wordsOf)}
          labels={fieldLabels(event)}
          format={(_field, value) => momentsInWords(textOfValue(value))}
        />
      )}
    </DetailDrawer>
  )
}
