import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { sessionTexts } from '@portico/contract/session/session-texts.ts'
import { deviceInWords, placeInWords } from '../../api/device-words.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { sessionsQuery, signOutOthers } from './session-queries.ts'

/** The user's open sessions, and a button to sign out all others. */
export function SessionsPanel() {
  const t = useTexts(sessionTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { data: sessions } = useSuspenseQuery(sessionsQuery(uid))
  const [asks, setAsks] = useState(false)
  const others = sessions.filter(({ currentFlg }) => !currentFlg).length
  const confirm = formatMessage(t.sessions_end_others_confirm, { count: others })
  return (
    <Panel
      title={t.sessions_title}
      help={others === 0 ? t.sessions_only_this : t.sessions_help}
      actions={others > 0 && <Button onClick={() => setAsks(true)}>{t.sessions_end_others}</Button>}
    >
      {sessions.map(({ sessionId, device, place, startDt, lastAccessDt, currentFlg }) => (
        <PanelRow
          key={sessionId}
          title={`${deviceInWords(device)}, ${placeInWords(place)}`}
          {...(currentFlg && { action: <Badge>{t.sessions_current}</Badge> })}
        >
          {formatMessage(t.sessions_since, { moment: formatInstant(startDt) })} ·{' '}
          {formatMessage(t.sessions_last_used, { moment: formatInstant(lastAccessDt) })}
        </PanelRow>
      ))}
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        title={t.sessions_end_others}
        confirmLabel={confirm}
        cancelLabel={general.cancel}
        onConfirm={() => signOutOthers(uid, t.sessions_ended)}
      >
        <p>{t.sessions_end_others_body}</p>
      </ConfirmModal>
    </Panel>
  )
}
