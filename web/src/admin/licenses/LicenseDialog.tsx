import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import {
  addLicenseVersion,
  getLicenseVersion,
  type LicenseVersion,
  listLicenses,
} from '@portico/contract/licenses/licenses.ts'
import { licenseFields } from '@portico/contract/licenses/license-rules.ts'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { type Language, languages } from '@portico/contract/texts/languages.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { RichTextField } from '../../patterns/RichTextField.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { useRestorableState } from '../../ui/restorable-state.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { languageInWords } from '../../patterns/language-in-words.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAskHelp } from './ask-help.ts'
import {
  licenseBody,
  type LicenseForm,
  licenseSchema,
  licenseValues,
  type LicenseValues,
  writtenTexts,
} from './license-form.ts'
import { loadClients } from './license-queries.ts'
import classes from './Licenses.module.css'
import { LicenseReader } from './LicenseReader.tsx'
import { licenseVersion } from './screen.ts'
import { useAskQuestion } from './use-ask-question.tsx'

interface LicenseDialogProps {
  /** The newest version, from which the new one is written; null: the first one of a client, which is chosen here. */
  license: LicenseVersion | null
  onClose: () => void
}

/** Writes a version of a license, with how users see it and whether those who accepted an earlier one are asked again. */
export function LicenseDialog({ license, onClose }: LicenseDialogProps) {
  const t = useTexts(licensePageTexts)
  const navigate = useNavigate()
  const { form, savedId, question } = useLicenseForm(license)
  const close = () => {
    onClose()
    if (savedId.current !== null) void navigate({ href: licenseVersion.link({ licenseId: savedId.current }) })
  }
  const [first, ...others] = writtenTexts(form.values)
  return (
    <EditDialog
      form={form}
      size="xl"
      onClose={close}
      title={titleOf(t, license)}
      submitLabel={t.license_save}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <div className={classes['columns']}>
        <div className={classes['fields']}>
          {!license && <ClientField form={form} />}
          {languages.map((language, index) => (
            <TextFields key={language} form={form} language={language} isFirst={license !== null && index === 0} />
          ))}
          <SelectField
            {...form.field('languageCd')}
            help={t.license_first_language_help}
            options={languages.map((language) => ({ value: language, label: languageInWords(language) }))}
          />
          <AskField form={form} isKnown={license !== null} />
        </div>
        {first && (
          <section className={classes['beside']} aria-label={t.license_preview}>
            <h3>{t.license_preview}</h3>
            <LicenseReader texts={[first, ...others]} isWhole />
          </section>
        )}
      </div>
      {question}
    </EditDialog>
  )
}

function titleOf(t: Texts<typeof licensePageTexts>, license: LicenseVersion | null): string {
  if (!license) return t.licenses_add
  const { clientNm: client } = license
  return client === null ? t.license_write_default : formatMessage(t.license_write_client, { client })
}

function useLicenseForm(license: LicenseVersion | null) {
  const t = useTexts(licensePageTexts)
  const { uid } = useSignedIn()
  const savedId = useRef<number | null>(null)
  const question = useAskQuestion()
  const form = useForm({
    schema: licenseSchema(license === null),
    initial: licenseValues(license),
    draftKey: `license-${license ? (license.clientId ?? 'default') : 'new'}`,
    loadedVersion: license?.licenseId ?? 0,
    comparedAs: { format: (field, value) => fieldInWords(field, value) },
    labels: labelsOf(t),
    messages: t,
    invalidate: [listLicenses, getLicenseVersion],
    save: async (values) => {
      const body = licenseBody(values, license)
      if (values.asksAgain) await question.ask(body.clientId)
      const { data, message } = await request(addLicenseVersion, {
        params: { uid },
        body,
      })
      savedId.current = data.licenseId
      return message
    },
  })
  return { form, savedId, question: question.dialog }
}

const labelsOf = (t: Texts<typeof licensePageTexts>) =>
  ({
    clientId: t.licenses_client,
    languageCd: t.license_first_language,
    asksAgain: t.license_ask,
    ...Object.fromEntries(
      languages.flatMap((language) => {
        const fields = licenseFields(language)
        const words = { language: languageInWords(language) }
        return [
          [fields.title, formatMessage(t.license_title_in, words)],
          [fields.html, formatMessage(t.license_text_in, words)],
        ]
      }),
    ),
  }) as Record<keyof LicenseValues, string>

/** A value of the form as people read it; undefined: as it is. */
function fieldInWords(field: string, value: unknown) {
  if (typeof value !== 'string' || value === '') return undefined
  if (field === 'languageCd') return languageInWords(value as Language)
  return field.startsWith('contentTxt-') ? <SafeHtml html={value} /> : undefined
}

/** The client that gets its own license. */
function ClientField({ form }: { form: LicenseForm }) {
  const t = useTexts(licensePageTexts)
  const { uid } = useSignedIn()
  // Its name survives with the draft.
  const [chosen, setChosen] = useRestorableState<Option | null>('license-new-client', null)
  return (
    <Combobox
      name="clientId"
      label={t.licenses_client}
      help={t.license_add_client_help}
      error={form.errorOf('clientId')}
      queryName="license-clients"
      load={loadClients(uid)}
      selected={chosen && chosen.value === form.values.clientId ? [chosen] : []}
      onChange={([option = null]) => {
        setChosen(option)
        form.set('clientId', option?.value ?? '')
      }}
      isFirst
    />
  )
}

interface TextFieldsProps {
  form: LicenseForm
  language: Language
  /** In the dialog: focused first. */
  isFirst: boolean
}

/** Title and text in one language. */
function TextFields({ form, language, isFirst }: TextFieldsProps) {
  const { title, html } = licenseFields(language)
  return (
    <>
      <TextField {...form.field(title)} lang={language} {...(isFirst && { 'data-autofocus': true })} />
      <RichTextField
        name={html}
        label={form.field(html).label}
        value={form.values[html]}
        onChange={(next) => form.set(html, next)}
        onBlur={form.field(html).onBlur}
        error={form.errorOf(html)}
      />
    </>
  )
}

/** Whether users who accepted an earlier version are asked again, with how many they are. */
function AskField({ form, isKnown }: { form: LicenseForm; isKnown: boolean }) {
  const t = useTexts(licensePageTexts)
  const { clientId } = form.values
  const help = useAskHelp(clientId === '' ? null : Number(clientId), isKnown || clientId !== '')
  return <CheckField {...form.check('asksAgain')} help={`${help} ${t.license_ask_help}`.trim()} />
}
