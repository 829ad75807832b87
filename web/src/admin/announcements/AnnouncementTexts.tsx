import { useRef, useState } from 'react'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { type Language, languages } from '@portico/contract/texts/languages.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { RichTextField } from '../../patterns/RichTextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type AnnouncementForm, hasTextIn, translationFields } from './announcement-form.ts'
import { languageInWords } from '../../patterns/language-in-words.ts'
import classes from './AnnouncementDialog.module.css'

/** Title and message of an announcement, and the same in further languages. */
export function AnnouncementTexts({ form }: { form: AnnouncementForm }) {
  const t = useTexts(announcementAdminTexts)
  const [shown, setShown] = useState<readonly Language[]>([])
  const added = useRef<Language | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { languageCd: main } = form.values
  const others = languages.filter((language) => language !== main)
  // A text stays in sight while it is rewritten, also when nothing is left of it for a moment.
  const written = others.filter((language) => !shown.includes(language) && hasTextIn(form.values, language))
  if (written.length > 0) setShown([...shown, ...written])
  const add = (language: Language) => {
    added.current = language
    setShown([...shown, language])
  }
  const remove = (language: Language) => {
    for (const field of Object.values(translationFields(language))) form.set(field, '')
    setShown(shown.filter((one) => one !== language))
    requestAnimationFrame(() => addButton.current?.focus())
  }
  return (
    <>
      <TextField {...form.field('anncTitle')} data-autofocus />
      <Message form={form} name="anncMessage" label={t.announcement_message} />
      <SelectField
        {...form.field('languageCd')}
        help={t.announcement_language_help}
        options={languages.map((language) => ({ value: language, label: languageInWords(language) }))}
        onChange={({ currentTarget: { value } }) => {
          relabel(form, value as Language)
          setShown(shown.map((one) => (one === value ? main : one)))
        }}
      />
      {others.map((language) =>
        shown.includes(language) ? (
          <Translation
            key={language}
            form={form}
            language={language}
            titleRef={(container) => {
              if (!container || added.current !== language) return
              added.current = null
              focusField(container)
            }}
            onRemove={() => remove(language)}
          />
        ) : (
          <div key={language}>
            <Button ref={addButton} size="s" icon="plus" onClick={() => add(language)}>
              {formatMessage(t.announcement_translation_add, { language: languageInWords(language) })}
            </Button>
          </div>
        ),
      )}
    </>
  )
}

/** Changes the language of title and message. A text in that language becomes one in the language that they had. */
function relabel(form: AnnouncementForm, language: Language) {
  const [from, to] = [translationFields(language), translationFields(form.values.languageCd)]
  form.set('languageCd', language)
  for (const part of ['title', 'message'] as const) {
    form.set(to[part], form.values[from[part]])
    form.set(from[part], '')
  }
}

const focusField = (container: HTMLElement) => container.querySelector('input')?.focus()

interface TranslationProps {
  form: AnnouncementForm
  language: Language
  /** Around its title. */
  titleRef: (container: HTMLElement | null) => void
  onRemove: () => void
}

function Translation({ form, language, titleRef, onRemove }: TranslationProps) {
  const t = useTexts(announcementAdminTexts)
  const words = { language: languageInWords(language) }
  const { title, message } = translationFields(language)
  return (
    <fieldset className={classes['targets']}>
      <legend className={classes['label']}>{formatMessage(t.announcement_translation, words)}</legend>
      <div ref={titleRef}>
        <TextField {...form.field(title)} optionalMark={undefined} lang={language} />
      </div>
      <Message form={form} name={message} label={formatMessage(t.announcement_translation_message, words)} />
      <div>
        <Button size="s" kind="quiet" icon="trash" onClick={onRemove}>
          {formatMessage(t.announcement_translation_remove, words)}
        </Button>
      </div>
    </fieldset>
  )
}

interface MessageProps {
  form: AnnouncementForm
  name: 'anncMessage' | ReturnType<typeof translationFields>['message']
  label: string
}

const Message = ({ form, name, label }: MessageProps) => (
  <RichTextField
    name={name}
    label={label}
    value={form.values[name]}
    onChange={(html) => form.set(name, html)}
    onBlur={form.field(name).onBlur}
    error={form.errorOf(name)}
  />
)
