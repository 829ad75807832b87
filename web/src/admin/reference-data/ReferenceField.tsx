import type { ReferenceCategory, ReferenceEntry } from '@portico/contract/kit/reference-table.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import type { Form } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { inputOf } from './reference-form.ts'
import { useReferenceLookup } from './reference-lookups.ts'
import { shippedHelpOf } from './reference-words.ts'

interface ReferenceFieldProps {
  category: ReferenceCategory
  field: string
  /** Null: a new one. */
  entry: ReferenceEntry | null
  form: Pick<Form<Record<string, unknown>>, 'field' | 'check' | 'values' | 'set' | 'errorOf'>
  isFirst: boolean
}

/** One field of an entry, asked for as its category declares it. */
export function ReferenceField({ category, field, entry, form, isFirst }: ReferenceFieldProps) {
  const t = useTexts(referenceDataTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const input = inputOf(category, field)
  const help = helpOf({ category, field, entry, form }, t)
  const focus = isFirst && { 'data-autofocus': true }
  if (input === 'check') return <CheckField {...form.check(field)} {...help} />
  if (input === 'secret')
    return (
      <PasswordField
        {...form.field(field)}
        // Only a value that is not read can be kept by leaving it empty.
        {...(entry?.[field] === null && help)}
        autoComplete="off"
        showLabel={t.reference_secret_show}
        hideLabel={t.reference_secret_hide}
      />
    )
  if (typeof input === 'string')
    return (
      <TextField {...form.field(field)} {...help} {...focus} {...(input === 'number' && { inputMode: 'numeric' })} />
    )
  if ('choices' in input)
    return (
      <SelectField
        {...form.field(field)}
        {...help}
        {...focus}
        options={[
          { value: '', label: selectOne },
          ...Object.entries(input.choices).map(([value, text]) => ({ value, label: t[text] as string })),
        ]}
      />
    )
  return <LookupField form={form} field={field} lookup={input.lookup} isFirst={isFirst} {...help} />
}

/** What stands below a field: its explanation, and for whom the portal translates the text that it has shipped. */
function helpOf(
  { category, field, entry, form }: Pick<ReferenceFieldProps, 'category' | 'field' | 'entry' | 'form'>,
  t: Texts<typeof referenceDataTexts>,
): { help?: string } {
  const key = category.helps?.[field]
  const shipped = entry === null ? undefined : shippedHelpOf(category, field, form.field(field).value, t)
  const help = [key === undefined ? undefined : (t[key] as string), shipped].filter(Boolean).join(' ')
  return help === '' ? {} : { help }
}

interface LookupFieldProps extends Pick<ReferenceFieldProps, 'form' | 'field' | 'isFirst'> {
  lookup: Parameters<typeof useReferenceLookup>[0]
  help?: string
}

/** Something that exists already, found by its name. */
function LookupField({ form, field, lookup, isFirst, help }: LookupFieldProps) {
  const options = useReferenceLookup(lookup)
  const { label, value } = form.field(field)
  return (
    <Combobox
      name={field}
      isFirst={isFirst}
      label={label}
      help={help}
      error={form.errorOf(field)}
      queryName={`reference-${lookup}`}
      load={options.load}
      selected={options.selected(value === '' ? [] : [value])}
      onChange={([option]) => form.set(field, option?.value ?? '')}
    />
  )
}
