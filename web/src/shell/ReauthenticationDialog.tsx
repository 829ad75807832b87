import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type FactorStep as FactorStepData,
  type getReauthentication,
  reauthenticateByPassword,
} from '@portico/contract/reauthentication/reauthentication.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { reauthenticationTexts } from '@portico/contract/reauthentication/reauthentication-texts.ts'
import { signInPageTexts } from '@portico/contract/sign-in/sign-in-page-texts.ts'
import { call } from '../api/call.ts'
import { markPageLeaving } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { returnPath } from '../paths.ts'
import { useForm } from '../patterns/use-form.ts'
import { Button } from '../ui/Button.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { storeUnsavedState } from '../ui/restorable-state.ts'
import { ReauthenticationFactor } from './ReauthenticationFactor.tsx'

type Method = DataOf<typeof getReauthentication>

/** How the user signs in, or why that is unknown. */
export type MethodAnswer = { method: Method } | { error: string }

interface ReauthenticationDialogProps {
  uid: number
  reply: MethodAnswer
  /** The password as far as it was typed before the dialog had loaded. */
  typed: string
  onEnd: (isConfirmed: boolean) => void
}

/** Asks a signed-in user to confirm who they are, by the way they sign in. */
export function ReauthenticationDialog({ uid, reply, typed, onEnd }: ReauthenticationDialogProps) {
  const t = useTexts(reauthenticationTexts)
  const method = 'method' in reply ? reply.method : null
  const [factor, setFactor] = useState<FactorStepData | null>(null)
  const cancel = () => onEnd(false)
  return (
    <Modal opened onClose={cancel} title={t.reauth_title} size="s">
      <p>{method?.method === 'none' ? t.reauth_none_lead : t.reauth_lead}</p>
      {'error' in reply && <Alert tone="error">{reply.error}</Alert>}
      {factor ? (
        <ReauthenticationFactor uid={uid} step={factor} onDone={() => onEnd(true)} onCancel={cancel} />
      ) : method?.method === 'password' ? (
        <PasswordStep
          uid={uid}
          typed={typed}
          onNext={(next) => (next ? setFactor(next) : onEnd(true))}
          onCancel={cancel}
        />
      ) : (
        <ProviderStep uid={uid} startUrl={method?.startUrl ?? null} onCancel={cancel} />
      )}
    </Modal>
  )
}

interface PasswordStepProps {
  uid: number
  typed: string
  /** Null: confirmed; else what is to be shown next. */
  onNext: (next: FactorStepData | null) => void
  onCancel: () => void
}

const passwordForm = z.object({ password: z.string().check(z.minLength(1, 'field_required')) })

function PasswordStep({ uid, typed, onNext, onCancel }: PasswordStepProps) {
  const t = useTexts(reauthenticationTexts)
  const { login_show_password, login_hide_password } = useTexts(signInPageTexts)
  const form = useForm({
    draftKey: 'reauthentication-password',
    schema: passwordForm,
    initial: { password: '' },
    typedAhead: { password: typed },
    secret: ['password'],
    labels: { password: t.reauth_password_label },
    mainField: 'password',
    clearsOnRefusal: ['password'],
    save: async (body) => {
      onNext(await call(reauthenticateByPassword, { params: { uid }, body }))
      return ''
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <PasswordField
        {...form.field('password')}
        showLabel={login_show_password}
        hideLabel={login_hide_password}
        autoComplete="current-password"
        data-autofocus
        autoFocus
      />
      <ModalActions>
        <Button onClick={onCancel}>{t.reauth_cancel}</Button>
        <Button type="submit" kind="primary" busy={form.isBusy}>
          {t.reauth_password_submit}
        </Button>
      </ModalActions>
    </form>
  )
}

interface ProviderStepProps {
  uid: number
  startUrl: string | null
  onCancel: () => void
}

/** Leaves for the company's sign-in; what was entered is kept for the way back. */
function ProviderStep({ uid, startUrl, onCancel }: ProviderStepProps) {
  const t = useTexts(reauthenticationTexts)
  const leave = (start: string) => {
    const address = new URL(start, location.origin)
    const returnTo = returnPath(location.pathname + location.search)
    if (returnTo !== null) address.searchParams.set('returnTo', returnTo)
    storeUnsavedState(uid)
    markPageLeaving(true)
    location.assign(address.href)
  }
  return (
    <>
      {startUrl !== null && <p>{t.reauth_provider_lead}</p>}
      <ModalActions>
        <Button onClick={onCancel}>{t.reauth_cancel}</Button>
        {startUrl !== null && (
          <Button kind="primary" data-autofocus onClick={() => leave(startUrl)}>
            {t.reauth_provider_submit}
          </Button>
        )}
      </ModalActions>
    </>
  )
}
