import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignInRow } from '@portico/contract/session/session.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { sessionTexts } from '@portico/contract/session/session-texts.ts'
import { deviceInWords, placeInWords } from '../../api/device-words.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { secureAccount, signInsQuery } from './session-queries.ts'

/** Rows shown at first; a button shows the others. */
const FIRST = 5

/** The latest sign-ins, so that users notice one that was not theirs. */
export function SignInsPanel() {
  const t = useTexts(sessionTexts)
  const { uid } = useSignedIn()
  const { data: signIns } = useSuspenseQuery(signInsQuery(uid))
  const [showsAll, setShowsAll] = useState(false)
  const [reported, setReported] = useState<SignInRow | null>(null)
  const describe = useDescription()
  return (
    <Panel
      title={t.sign_ins_title}
      help={signIns.length === 0 ? t.sign_ins_none : t.sign_ins_help}
      actions={
        signIns.length > FIRST && (
          // The button stays, and keeps the focus after a click.
          <Button kind="quiet" flush aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t.sign_ins_fewer : formatMessage(t.sign_ins_all, { count: signIns.length })}
          </Button>
        )
      }
    >
      {signIns.slice(0, showsAll ? signIns.length : FIRST).map((signIn) => {
        const { title, moment, from } = describe(signIn)
        return (
          <PanelRow
            key={signIn.signInId}
            title={title}
            action={
              <>
                {signIn.currentFlg && <Badge>{t.sessions_current}</Badge>}
                {/* A failed attempt needs no report: the password was not known. */}
                {!signIn.currentFlg && signIn.outcome !== 'failed' && (
                  <Button
                    kind="quiet"
                    size="s"
                    flush
                    aria-label={formatMessage(t.sign_ins_not_me_about, { moment })}
                    onClick={() => setReported(signIn)}
                  >
                    {t.sign_ins_not_me}
                  </Button>
                )}
              </>
            }
          >
            {from}
          </PanelRow>
        )
      })}
      {reported && <NotMeModal signIn={reported} onClose={() => setReported(null)} />}
    </Panel>
  )
}

/** One sign-in attempt as text: result, time and place. */
function useDescription() {
  const t = useTexts(sessionTexts)
  const outcomes: Readonly<Record<SignInRow['outcome'], string>> = {
    opened: t.sign_ins_opened,
    duplicate: t.sign_ins_duplicate,
    factor: t.sign_ins_factor,
    stopped: t.sign_ins_stopped,
    failed: t.sign_ins_failed,
  }
  return ({ outcome, signInDt, device, place }: SignInRow) => {
    const moment = formatInstant(signInDt)
    const from =
      device === null
        ? formatMessage(t.sign_ins_from, { place: placeInWords(place) })
        : `${deviceInWords(device)}, ${placeInWords(place)}`
    return { moment, title: `${outcomes[outcome]}, ${moment}`, from }
  }
}

function NotMeModal({ signIn, onClose }: { signIn: SignInRow; onClose: () => void }) {
  const t = useTexts(sessionTexts)
  const general = useTexts(generalTexts)
  const { uid, isDirectoryUser, isFederatedUser } = useSignedIn()
  const navigate = useNavigate()
  const { title, from } = useDescription()(signIn)
  const isKeptByCompany = isDirectoryUser || isFederatedUser
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.sign_ins_not_me_title}
      confirmLabel={t.sign_ins_not_me_confirm}
      cancelLabel={general.cancel}
      onConfirm={() =>
        secureAccount(uid, signIn.signInId, t.sign_ins_not_me_done, () => void navigate({ to: paths.gate() }))
      }
    >
      <p>
        <strong>{title}</strong>
        <br />
        {from}
      </p>
      <p>{isKeptByCompany ? t.sign_ins_not_me_body_company : t.sign_ins_not_me_body}</p>
    </ConfirmModal>
  )
}
