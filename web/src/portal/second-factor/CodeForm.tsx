import type { ChangeEvent, ReactNode } from 'react'
import * as z from 'zod/mini'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { requiredText } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './SecondFactor.module.css'

interface CodeFormProps {
  kind: 'code' | 'recovery'
  lead: ReactNode
  label: string
  /** Rejects with the error for the field. */
  send: (code: string) => Promise<{ token: string }>
  /** Resolves when the next step is known. */
  onVerified: (token: string) => Promise<void>
  children?: ReactNode
}

const inputProps = {
  code: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 8 },
  recovery: { autoComplete: 'off', inputMode: 'text', maxLength: 40 },
} as const

const codeForm = z.object({ code: requiredText(40) })

/** A code field; six digits are submitted automatically. */
export function CodeForm({ kind, lead, label, send, onVerified, children }: CodeFormProps) {
  const t = useTexts(secondFactorPageTexts)
  const form = useForm({
    draftKey: 'second-factor-code',
    schema: codeForm,
    initial: { code: '' },
    secret: ['code'],
    labels: { code: label },
    mainField: 'code',
    clearsOnRefusal: ['code'],
    save: async ({ code }) => {
      await onVerified((await send(code)).token)
      return ''
    },
  })
  const field = form.field('code')
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    field.onChange({ currentTarget })
    const isWhole = /^\d{6}$/.test(currentTarget.value.replaceAll(/\s/g, ''))
    if (kind === 'code' && isWhole) currentTarget.form?.requestSubmit()
  }
  return (
    <form className={classes['stack']} onSubmit={form.submit} noValidate>
      <p>{lead}</p>
      <div className={classes[kind]}>
        <TextField
          {...field}
          {...inputProps[kind]}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          onChange={onChange}
        />
      </div>
      {children}
      <Button kind="primary" type="submit" wide busy={form.isBusy}>
        {t.factor_submit}
      </Button>
    </form>
  )
}
