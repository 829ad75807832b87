import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type FactorStep,
  reauthenticateByCode,
  reauthenticateByPasskey,
  reauthenticateByRecoveryCode,
  startReauthenticationPasskey,
} from '@portico/contract/reauthentication/reauthentication.ts'
import { reauthenticationTexts } from '@portico/contract/reauthentication/reauthentication-texts.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { ApiError, call } from '../api/call.ts'
import { useTexts } from '../api/texts.ts'
import { FormProblem } from '../patterns/FormProblem.tsx'
import { useForm } from '../patterns/use-form.ts'
import { Button } from '../ui/Button.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { TextField } from '../ui/TextField.tsx'

type FactorKind = 'passkey' | 'code' | 'recovery'

const kindsOf = ({ hasPasskey, hasAuthenticator, recoveryCodesLeft }: FactorStep): FactorKind[] =>
  [
    hasPasskey && ('passkey' as const),
    hasAuthenticator && ('code' as const),
    recoveryCodesLeft > 0 && ('recovery' as const),
  ].filter((kind) => kind !== false)

interface ReauthenticationFactorProps {
  uid: number
  step: FactorStep
  onDone: () => void
  onCancel: () => void
}

const factorForm = z.object({ code: z.string() })

/** The second factor, after the password. */
export function ReauthenticationFactor({ uid, step, onDone, onCancel }: ReauthenticationFactorProps) {
  const t = useTexts(reauthenticationTexts)
  const words = useTexts(secondFactorPageTexts)
  const kinds = kindsOf(step)
  const [kind, setKind] = useState<FactorKind>(kinds[0] ?? 'code')
  const names = { passkey: words.factor_way_passkey, code: words.factor_way_code, recovery: words.factor_way_recovery }
  const form = useForm({
    draftKey: 'reauthentication-code',
    schema: factorForm,
    initial: { code: '' },
    secret: ['code'],
    labels: { code: kind === 'code' ? words.factor_code_label : words.factor_recovery_label },
    mainField: kind === 'passkey' ? undefined : 'code',
    clearsOnRefusal: ['code'],
    save: async ({ code }) => {
      if (await confirm(uid, step.token, kind, code)) onDone()
      else throw new ApiError(words.factor_passkey_canceled)
      return ''
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      {kind === 'passkey' ? (
        <>
          <p>{words.factor_passkey_lead}</p>
          <FormProblem problem={form.problem} />
        </>
      ) : (
        <TextField
          key={kind}
          {...form.field('code')}
          autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
          inputMode={kind === 'code' ? 'numeric' : 'text'}
          maxLength={kind === 'code' ? 8 : 40}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      )}
      {kinds
        .filter((other) => other !== kind)
        .map((other) => (
          <Button
            key={other}
            kind="quiet"
            flush
            onClick={() => {
              setKind(other)
              form.reset()
            }}
          >
            {names[other]}
          </Button>
        ))}
      <ModalActions>
        <Button onClick={onCancel}>{t.reauth_cancel}</Button>
        <Button type="submit" kind="primary" busy={form.isBusy}>
          {kind === 'passkey' ? words.factor_passkey_use : t.reauth_factor_submit}
        </Button>
      </ModalActions>
    </form>
  )
}

/** False: the user or the browser canceled the passkey. */
async function confirm(uid: number, token: string, kind: FactorKind, code: string): Promise<boolean> {
  const params = { uid }
  if (kind === 'passkey') {
    const options = await call(startReauthenticationPasskey, { params, body: { token } })
    const { signWithPasskey } = await import('../api/passkeys.ts')
    const credential = await signWithPasskey(options)
    if (!credential) return false
    await call(reauthenticateByPasskey, { params, body: { token, credential } })
  } else if (kind === 'code') await call(reauthenticateByCode, { params, body: { token, code } })
  else await call(reauthenticateByRecoveryCode, { params, body: { token, code } })
  return true
}
