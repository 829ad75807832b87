import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOwnFactors, revokeTrustedDevice, type OwnFactors } from '@portico/contract/second-factor/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { invalidate, query } from '../../api/query.ts'
import { deviceInWords, placeInWords } from '../../api/device-words.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { formatDayOf } from '../../ui/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import classes from '../second-factor/SecondFactor.module.css'
import { AddFactorModal } from './AddFactorModal.tsx'
import { RemoveFactorModal } from './RemoveFactorModal.tsx'

/** The open dialog of the panel; one at a time. */
type DialogState =
  | { what: 'add'; kind: 'app' | 'passkey' | 'codes' }
  | { what: 'remove'; factor: { kind: 'app' } | { kind: 'passkey'; passkeyId: number; name: string } }

const useOwnFactors = (uid: number) => useQuery(query(getOwnFactors, { params: { uid } })).data

/** The title of the panel; null while there is none, such as where second factors are off. */
export function useSecondFactorTitle(): string | null {
  const { factors_title: title } = useTexts(secondFactorPageTexts)
  const factors = useOwnFactors(useSignedIn().uid)
  return !factors || factors.provider === 'off' ? null : title
}

/** The user's own second factors, and the devices that are trusted. */
export function SecondFactorPanel() {
  const t = useTexts(secondFactorPageTexts)
  const { uid } = useSignedIn()
  const factors = useOwnFactors(uid)
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const refresh = () => invalidate(getOwnFactors)
  if (!factors || factors.provider === 'off') return null
  const shared = { uid, hasPassword: factors.hasPassword, onDone: () => void refresh(), onClose: () => setDialog(null) }
  return (
    <Panel title={t.factors_title} help={t.factors_lead}>
      {factors.provider === 'duo' ? (
        <PanelRow title="DUO">{t.factors_at_duo}</PanelRow>
      ) : (
        <OwnFactorRows factors={factors} onStart={setDialog} />
      )}
      <PanelRow title={t.factors_devices}>
        <Devices factors={factors} uid={uid} />
      </PanelRow>
      {dialog?.what === 'add' && <AddFactorModal kind={dialog.kind} {...shared} />}
      {dialog?.what === 'remove' && <RemoveFactorModal factor={dialog.factor} {...shared} />}
    </Panel>
  )
}

/** When a factor was added and last used. */
function History({ addedDt, lastUsedDt }: { addedDt: Date; lastUsedDt: Date | null }) {
  const t = useTexts(secondFactorPageTexts)
  const used = lastUsedDt ? formatMessage(t.factors_last_used, { date: formatDayOf(lastUsedDt) }) : t.factors_never_used
  return `${formatMessage(t.factors_added, { date: formatDayOf(addedDt) })}, ${used}`
}

interface RowsProps {
  factors: OwnFactors
  onStart: (dialog: DialogState) => void
}

function OwnFactorRows({ factors, onStart }: RowsProps) {
  const t = useTexts(secondFactorPageTexts)
  const { authenticator, passkeys, recoveryCodesLeft } = factors
  const hasAny = authenticator !== null || passkeys.length > 0
  return (
    <>
      <AppRow factors={factors} onStart={onStart} />
      <PanelRow
        title={t.factors_passkeys}
        action={
          <Button size="s" onClick={() => onStart({ what: 'add', kind: 'passkey' })}>
            {t.factors_add_passkey}
          </Button>
        }
      >
        {passkeys.length === 0 ? t.factors_passkeys_none : <Passkeys factors={factors} onStart={onStart} />}
      </PanelRow>
      <PanelRow
        title={t.factors_recovery}
        action={
          hasAny && (
            <Button size="s" onClick={() => onStart({ what: 'add', kind: 'codes' })}>
              {t.factors_renew_codes}
            </Button>
          )
        }
      >
        {hasAny ? formatMessage(t.factors_recovery_left, { count: recoveryCodesLeft }) : t.factors_recovery_none}
      </PanelRow>
    </>
  )
}

function AppRow({ factors: { authenticator }, onStart }: RowsProps) {
  const t = useTexts(secondFactorPageTexts)
  const remove = (
    <Button size="s" onClick={() => onStart({ what: 'remove', factor: { kind: 'app' } })}>
      {t.factors_remove}
    </Button>
  )
  return (
    <PanelRow
      title={t.factors_app}
      action={
        <div className={classes['actions']}>
          <Button size="s" onClick={() => onStart({ what: 'add', kind: 'app' })}>
            {authenticator ? t.factors_replace_app : t.factors_add_app}
          </Button>
          {authenticator && remove}
        </div>
      }
    >
      {authenticator ? <History {...authenticator} /> : t.factors_app_none}
    </PanelRow>
  )
}

function Passkeys({ factors: { passkeys }, onStart }: RowsProps) {
  const t = useTexts(secondFactorPageTexts)
  return (
    <ul className={classes['list']}>
      {passkeys.map((passkey) => (
        <li key={passkey.passkeyId} className={classes['entry']}>
          <span>
            {passkey.name}
            <small>
              <History {...passkey} />
            </small>
          </span>
          <Button
            size="s"
            kind="quiet"
            flush
            aria-label={`${t.factors_remove}: ${passkey.name}`}
            onClick={() => onStart({ what: 'remove', factor: { kind: 'passkey', ...passkey } })}
          >
            {t.factors_remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface DevicesProps {
  factors: OwnFactors
  uid: number
}

/** Trusted browsers, which do not need the second factor. */
function Devices({ factors: { trustedDevices }, uid }: DevicesProps) {
  const t = useTexts(secondFactorPageTexts)
  const revoke = useAction(revokeTrustedDevice, { invalidate: [getOwnFactors], success: t.factors_device_revoked })
  if (trustedDevices.length === 0) return t.factors_devices_none
  return (
    <ul className={classes['list']}>
      {trustedDevices.map(({ deviceId, device, place, lastUsedDt, expiresDt, isThisOne }) => (
        <li key={deviceId} className={classes['entry']}>
          <span>
            {deviceInWords(device)} {isThisOne && <Badge tone="info">{t.factors_this_device}</Badge>}
            <small>
              {placeInWords(place)}, {formatMessage(t.factors_last_used, { date: formatDayOf(lastUsedDt) })},{' '}
              {formatMessage(t.factors_until, { date: formatDayOf(expiresDt) })}
            </small>
          </span>
          <Button
            size="s"
            kind="quiet"
            flush
            aria-label={`${t.factors_stop_trusting}: ${deviceInWords(device)}`}
            onClick={() => void revoke.run({ params: { uid }, body: { deviceId } })}
          >
            {t.factors_stop_trusting}
          </Button>
        </li>
      ))}
    </ul>
  )
}
