import { mailKindTexts } from '@portico/contract/texts/mail-kind-texts.ts'
import { texts } from '../../api/texts.ts'
import { currentLocale } from '../../ui/locale.ts'

const PREFIX = 'mail_kind_'

/** Every kind of email by its name, in the order of the reader's language; the value is its template. */
export function mailKindOptions(): { value: string; label: string }[] {
  const names = texts(mailKindTexts)
  const options = Object.entries(names).map(([key, label]) => ({
    value: key.slice(PREFIX.length).replaceAll('_', '-'),
    label,
  }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label, currentLocale()))
}
