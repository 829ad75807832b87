import { useSuspenseQuery } from '@tanstack/react-query'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { signalSubjects } from '@portico/contract/webhooks/signal-rules.ts'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import type { WebhookFormat } from '@portico/contract/webhooks/webhook-rules.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { loadFrom } from '../../patterns/local-options.ts'
import type { FieldProps, Form } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { webhookOptionsQuery } from './webhook-queries.ts'
import { eventName, eventOptions, signalOptions } from './webhook-words.ts'

type CheckProps = ReturnType<Form<Record<string, boolean>>['check']>

/** Where it leads; unencrypted only where the server takes that. */
export function AddressField(field: FieldProps<string>) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const { localFlg: isLocal } = useSuspenseQuery(webhookOptionsQuery(uid)).data
  const help = isLocal ? t.webhook_address_local_help : t.webhook_address_help
  return <TextField {...field} help={help} inputMode="url" spellCheck={false} />
}

interface SignalFieldsProps {
  /** The fields of the form. */
  field: (name: 'audienceTxt' | 'subjectCd' | 'authorizationTxt') => FieldProps<string>
  /** The check box that removes the stored header; undefined: none is stored. */
  removal?: CheckProps | undefined
}

/** What only signals have. */
export function SignalFields({ field, removal }: SignalFieldsProps) {
  const t = useTexts(webhookPageTexts)
  const { password_show: show, password_hide: hide } = useTexts(passwordTexts)
  const names = { email: t.webhook_subject_email, iss_sub: t.webhook_subject_iss_sub }
  return (
    <>
      <TextField {...field('audienceTxt')} optionalMark={undefined} help={t.webhook_audience_help} spellCheck={false} />
      <SelectField
        {...field('subjectCd')}
        options={signalSubjects.map((code) => ({ value: code, label: names[code] }))}
      />
      {removal?.checked !== true && (
        <PasswordField
          {...field('authorizationTxt')}
          help={removal ? t.webhook_authorization_kept : t.webhook_authorization_help}
          showLabel={show}
          hideLabel={hide}
          autoComplete="new-password"
        />
      )}
      {removal && <CheckField {...removal} help={t.webhook_authorization_remove_help} />}
    </>
  )
}

interface EventsFieldProps {
  format: WebhookFormat
  value: readonly string[]
  error: string | undefined
  onChange: (next: string[]) => void
}

/** Events or signals to choose by their names; none means all. */
export function EventsField({ format, value, error, onChange }: EventsFieldProps) {
  const t = useTexts(webhookPageTexts)
  const isSignals = format === 'signals'
  const options = isSignals ? signalOptions(t) : eventOptions()
  const nameOf = (code: string) => options.find((option) => option.value === code)?.label ?? eventName(code)
  return (
    <Combobox
      name="eventList"
      label={isSignals ? t.webhook_signals : t.webhooks_events}
      help={isSignals ? t.webhook_signals_help : t.webhook_events_help}
      error={error}
      multiple
      queryName={isSignals ? 'webhook-signals' : 'webhook-events'}
      load={loadFrom(() => options)}
      selected={value.map((code) => ({ value: code, label: nameOf(code) }))}
      onChange={(list) => onChange(list.map((option) => option.value))}
    />
  )
}
