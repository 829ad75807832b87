import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { VerifyResult } from './verify-factor.ts'
import classes from './SecondFactor.module.css'

interface CodeFormProps {
  kind: 'code' | 'recovery'
  lead: ReactNode
  label: string
  send: (code: string) => Promise<VerifyResult>
  /** Resolves when the next step is known. */
  onVerified: (token: string) => Promise<void>
  children?: ReactNode
}

const inputProps = {
  code: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 8 },
  recovery: { autoComplete: 'off', inputMode: 'text', maxLength: 40 },
} as const

/** A code field; six digits are submitted automatically. */
export function CodeForm({ kind, lead, label, send, onVerified, children }: CodeFormProps) {
  const t = useTexts(secondFactorPageTexts)
  const required = useTexts(generalTexts).field_required
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (typed: string) => {
    if (typed.trim() === '') {
      setError(required)
      field.current?.focus()
      return
    }
    setBusy(true)
    setError(null)
    const result = await send(typed)
    if ('token' in result) return onVerified(result.token).finally(() => setBusy(false))
    setBusy(false)
    setCode('')
    setError(result.error)
    field.current?.focus()
  }

  const onInput = (typed: string) => {
    setCode(typed)
    if (kind === 'code' && !busy && /^\d{6}$/.test(typed.replaceAll(/\s/g, ''))) void submit(typed)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void submit(code)
  }

  return (
    <form className={classes['stack']} onSubmit={onSubmit} noValidate>
      <p>{lead}</p>
      <div className={classes[kind]}>
        <TextField
          ref={field}
          label={label}
          name={kind}
          {...inputProps[kind]}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          value={code}
          error={error}
          onChange={(event) => onInput(event.currentTarget.value)}
        />
      </div>
      {children}
      <Button kind="primary" type="submit" wide busy={busy}>
        {t.factor_submit}
      </Button>
    </form>
  )
}
