import { useState, type FormEvent } from 'react'
import {
  addAuthenticator,
  addPasskey,
  confirmAuthenticator,
  confirmPasskey,
  renewRecoveryCodes,
} from '@portico/contract/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { toast } from '../../ui/toast.ts'
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts'
import { AuthenticatorSetup } from '../second-factor/AuthenticatorSetup.tsx'
import { CodeForm } from '../second-factor/CodeForm.tsx'
import { RecoveryCodes } from '../second-factor/RecoveryCodes.tsx'
import { messageOf } from '../second-factor/second-factor.ts'
import classes from '../second-factor/SecondFactor.module.css'
import { CurrentPassword } from './CurrentPassword.tsx'

interface AddFactorModalProps {
  kind: 'app' | 'passkey' | 'codes'
  uid: number
  hasPassword: boolean
  onDone: () => void
  onClose: () => void
}

type Stage =
  | { at: 'password' }
  | { at: 'app'; secret: string; address: string }
  | { at: 'codes'; recoveryCodes: string[] }
  | { at: 'end' }

/** First the password, then the new factor, then new recovery codes if there are any. */
export function AddFactorModal({ kind, uid, hasPassword, onDone, onClose }: AddFactorModalProps) {
  const t = useTexts(secondFactorPageTexts)
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const [currentPassword, setCurrentPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  /** The user cancelled the device's prompt, which is no error of the password. */
  const [isCalledOff, setIsCalledOff] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const lookAt = useFocusFirstError(refusals)
  const params = { uid }
  const body = { currentPassword }

  const settle = (recoveryCodes: string[]): Stage => {
    onDone()
    if (recoveryCodes.length > 0) return { at: 'codes', recoveryCodes }
    toast.success(t.factors_added_toast)
    onClose()
    return { at: 'end' }
  }

  const begin = async (): Promise<Stage | null> => {
    if (kind === 'app') return { at: 'app', ...(await call(addAuthenticator, { params, body })) }
    if (kind === 'codes') return settle((await call(renewRecoveryCodes, { params, body })).recoveryCodes)
    const options = await call(addPasskey, { params, body })
    const { createPasskey } = await import('../../api/passkeys.ts')
    const credential = await createPasskey(options)
    return credential && settle((await call(confirmPasskey, { params, body: { credential } })).recoveryCodes)
  }

  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    setIsCalledOff(false)
    try {
      const next = await begin()
      if (next) setStage(next)
      else setIsCalledOff(true)
    } catch (refusal) {
      setError(messageOf(refusal))
      setRefusals((before) => before + 1)
    }
    setBusy(false)
  }

  const confirmApp = (code: string) =>
    call(confirmAuthenticator, { params, body: { code } }).then(
      ({ recoveryCodes }) => {
        setStage(settle(recoveryCodes))
        return { token: '' }
      },
      (refusal: unknown) => ({ error: messageOf(refusal) }),
    )

  const titles = { app: t.factors_add_app_title, passkey: t.factors_add_passkey_title, codes: t.factors_renew_title }
  const leads = { app: t.factors_password_lead, passkey: t.factors_password_lead, codes: t.factors_renew_lead }
  return (
    <Modal opened onClose={onClose} title={titles[kind]} mayClose={stage.at !== 'codes' && !busy}>
      {stage.at === 'password' && (
        <form ref={lookAt} className={classes['stack']} onSubmit={(event) => void goOn(event)} noValidate>
          <p>{leads[kind]}</p>
          {hasPassword && <CurrentPassword value={currentPassword} error={error} onChange={setCurrentPassword} />}
          {isCalledOff && <Alert tone="error">{t.factor_passkey_cancelled}</Alert>}
          {!hasPassword && error !== null && <Alert tone="error">{error}</Alert>}
          <ModalActions>
            <Button onClick={busy ? undefined : onClose}>{t.factors_cancel}</Button>
            <Button kind="primary" type="submit" busy={busy}>
              {t.factors_continue}
            </Button>
          </ModalActions>
        </form>
      )}
      {stage.at === 'app' && (
        <div className={classes['stack']}>
          <AuthenticatorSetup secret={stage.secret} address={stage.address} />
          <CodeForm
            kind="code"
            lead={t.enrol_then_code}
            label={t.factor_code_label}
            send={confirmApp}
            onVerified={() => Promise.resolve()}
          />
        </div>
      )}
      {stage.at === 'codes' && (
        <RecoveryCodes
          codes={stage.recoveryCodes}
          onSaved={() => {
            onClose()
            return Promise.resolve()
          }}
        />
      )}
    </Modal>
  )
}
