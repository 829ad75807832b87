import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { signalSubjects } from '@portico/contract/webhooks/signal-rules.ts'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import type { WebhookFormat } from '@portico/contract/webhooks/webhook-rules.ts'
import { useTexts } from '../../api/texts.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { loadFrom } from '../../patterns/local-options.ts'
import type { FieldProps } from '../../patterns/use-form.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { eventName, eventOptions, signalOptions } from './webhook-words.ts'

interface SignalFieldsProps {
  /** The fields of the form. */
  field: (name: 'audienceTxt' | 'subjectCd' | 'authorizationTxt') => FieldProps<string>
  authorizationHelp: string
}

/** What only signals have. */
export function SignalFields({ field, authorizationHelp }: SignalFieldsProps) {
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
      <PasswordField
        {...field('authorizationTxt')}
        help={authorizationHelp}
        showLabel={show}
        hideLabel={hide}
        autoComplete="new-password"
      />
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
