import { useSuspenseQuery } from '@tanstack/react-query'
import { type RequestableSet, requestPermissionSet } from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { useRestorableState } from '../../ui/restorable-state.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { requestableSetsQuery } from './access-queries.ts'
import { AskDialog } from './AskDialog.tsx'
import classes from './AskForApplicationPage.module.css'

/** The permission sets that the user may ask for, each with what it gives; nothing where there are none. */
export function SetsPanel() {
  const t = useTexts(accessRequestTexts)
  const { uid } = useSignedIn()
  const { data: sets } = useSuspenseQuery(requestableSetsQuery(uid))
  // A dialog with a written reason opens again after sign-in.
  const [chosenId, setChosenId] = useRestorableState<number | null>('ask-for-permission-set', null)
  const chosen = sets.find(({ setId }) => setId === chosenId)
  if (sets.length === 0) return null
  return (
    <Panel title={t.access_sets_title} help={t.access_sets_help}>
      {sets.map((set) => (
        <PanelRow
          key={set.setId}
          title={set.setNm}
          action={<AskOrState set={set} onAsk={() => setChosenId(set.setId)} />}
        >
          {set.descriptionTxt !== '' && <p className={classes['reason']}>{set.descriptionTxt}</p>}
          <Gives set={set} />
        </PanelRow>
      ))}
      {chosen && (
        <AskDialog
          name={chosen.setNm}
          draftKey={`permission-set-request-${chosen.setId}`}
          send={(reasonTxt) =>
            request(requestPermissionSet, { params: { uid }, body: { setId: chosen.setId, reasonTxt } })
          }
          onClose={() => setChosenId(null)}
        >
          <Gives set={chosen} />
        </AskDialog>
      )}
    </Panel>
  )
}

function AskOrState({ set, onAsk }: { set: RequestableSet; onAsk: () => void }) {
  const t = useTexts(accessRequestTexts)
  if (set.requestableStateCd === 'waiting') return <StatusDot tone="info">{t.access_catalog_waiting}</StatusDot>
  if (set.requestableStateCd === 'held') return <StatusDot tone="success">{t.access_catalog_held}</StatusDot>
  return (
    <Button
      size="s"
      aria-haspopup="dialog"
      aria-label={formatMessage(t.access_ask_about, { application: set.setNm })}
      onClick={onAsk}
    >
      {t.access_ask}
    </Button>
  )
}

function Gives({ set: { setNm: name, givesList } }: { set: RequestableSet }) {
  const t = useTexts(accessRequestTexts)
  return (
    <ul className={classes['gives']} aria-label={formatMessage(t.access_set_gives, { name })}>
      {givesList.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}
