import { useState } from 'react'
import {
  addAuthenticator,
  addPasskey,
  confirmAuthenticator,
  confirmPasskey,
  renewRecoveryCodes,
} from '@portico/contract/second-factor/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { FormProblem } from '../../patterns/FormProblem.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthenticatorSetup } from '../second-factor/AuthenticatorSetup.tsx'
import { RecoveryCodes } from '../second-factor/RecoveryCodes.tsx'
import classes from '../second-factor/SecondFactor.module.css'
import { CurrentPassword, usePasswordForm } from './CurrentPassword.tsx'

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
  /** The user canceled the device's prompt, which is no error of the password. */
  const [isCanceled, setIsCanceled] = useState(false)
  const params = { uid }

  const finish = (recoveryCodes: string[]): Stage => {
    onDone()
    if (recoveryCodes.length > 0) return { at: 'codes', recoveryCodes }
    toast.success(t.factors_added_toast)
    onClose()
    return { at: 'end' }
  }

  const begin = async (body: { currentPassword: string }): Promise<Stage | null> => {
    if (kind === 'app') return { at: 'app', ...(await call(addAuthenticator, { params, body })) }
    if (kind === 'codes') return finish((await call(renewRecoveryCodes, { params, body })).recoveryCodes)
    const options = await call(addPasskey, { params, body })
    const { createPasskey } = await import('../../api/passkeys.ts')
    const credential = await createPasskey(options)
    return credential && finish((await call(confirmPasskey, { params, body: { credential } })).recoveryCodes)
  }

  const form = usePasswordForm({
    hasPassword,
    save: async (body) => {
      setIsCanceled(false)
      const next = await begin(body)
      if (next) setStage(next)
      else setIsCanceled(true)
      return ''
    },
  })

  const confirmApp = async (code: string) => {
    const { recoveryCodes } = await call(confirmAuthenticator, { params, body: { code } })
    setStage(finish(recoveryCodes))
    return { token: '' }
  }

  const titles = { app: t.factors_add_app_title, passkey: t.factors_add_passkey_title, codes: t.factors_renew_title }
  const leads = { app: t.factors_password_lead, passkey: t.factors_password_lead, codes: t.factors_renew_lead }
  return (
    <Modal opened onClose={onClose} title={titles[kind]} mayClose={stage.at !== 'codes' && !form.isBusy}>
      {stage.at === 'password' && (
        <form className={classes['stack']} onSubmit={form.submit} noValidate>
          <p>{leads[kind]}</p>
          {hasPassword && <CurrentPassword form={form} />}
          {isCanceled && <Alert tone="error">{t.factor_passkey_canceled}</Alert>}
          <FormProblem problem={form.problem} />
          <ModalActions>
            <Button onClick={form.isBusy ? undefined : onClose}>{t.factors_cancel}</Button>
            <Button kind="primary" type="submit" busy={form.isBusy}>
              {t.factors_continue}
            </Button>
          </ModalActions>
        </form>
      )}
      {stage.at === 'app' && (
        <div className={classes['stack']}>
          <AuthenticatorSetup secret={stage.secret} address={stage.address} send={confirmApp} />
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
