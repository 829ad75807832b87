import { useMemo } from 'react'
import * as z from 'zod/mini'
import { listResourceTexts, type ResourceText } from '@portico/contract/texts/resource-texts.ts'
import { placeholdersIn, REWORDED_TEXT_MAX, textProblem } from '@portico/contract/texts/text-rules.ts'
import { languageNames } from '@portico/contract/texts/languages.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { inheritedText, ownText, saveWording, type TextScope, wordingId } from './resource-text-queries.ts'
import { TextPreviews } from './TextPreviews.tsx'

interface TextDialogProps {
  text: ResourceText
  scope: TextScope
  onClose: () => void
}

const problemKeys = {
  blank: 'text_blank',
  braces: 'text_braces',
} as const

/** Its errors about placeholders name them, so the server's sentences are shown for those. */
const schemaOf = (shipped: string) =>
  z.object({
    contentTxt: z.string().check(
      z.maxLength(REWORDED_TEXT_MAX, 'field_too_long'),
      z.refine((wording) => textProblem(shipped, wording)?.kind !== 'blank', problemKeys.blank),
      z.refine((wording) => textProblem(shipped, wording)?.kind !== 'braces', problemKeys.braces),
    ),
  })

/** Words a text beside the shipped one, with a preview of both. */
export function TextDialog({ text, scope, onClose }: TextDialogProps) {
  const t = useTexts(resourceTextTexts)
  const form = useTextForm({ text, scope })
  const { shippedTxt, textKey } = text
  const names = placeholdersIn(shippedTxt).map(({ name }) =>
    shippedTxt.includes(`{${name}, number}`) ? `{${name}, number}` : `{${name}}`,
  )
  const wording = form.values.contentTxt
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={formatMessage(t.text_edit_title, { key: textKey })}
      submitLabel={t.text_save}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <p>
        {languageNames[scope.language]}.{' '}
        {scope.client
          ? formatMessage(t.text_edit_for_client, { client: scope.client.clientNm })
          : t.text_edit_for_everyone}
      </p>
      <ManagedLine kind="texts" id={wordingId(textKey, scope)} />
      <TextAreaField
        {...form.field('contentTxt')}
        rows={4}
        data-autofocus
        {...(names.length === 0 ? {} : { help: formatMessage(t.text_edit_placeholders, { names: names.join(', ') }) })}
      />
      {wording !== shippedTxt && (
        <div>
          <Button
            size="s"
            onClick={({ currentTarget }) => {
              form.set('contentTxt', shippedTxt)
              // The button goes away.
              currentTarget.form?.querySelector('textarea')?.focus()
            }}
          >
            {t.text_use_shipped}
          </Button>
        </div>
      )}
      <TextPreviews shipped={shippedTxt} wording={wording} language={scope.language} />
    </EditDialog>
  )
}

function useTextForm({ text, scope }: Pick<TextDialogProps, 'text' | 'scope'>) {
  const t = useTexts(resourceTextTexts)
  const { uid } = useSignedIn()
  const { shippedTxt, textKey, version } = text
  const clientId = scope.client?.clientId
  return useForm({
    schema: useMemo(() => schemaOf(shippedTxt), [shippedTxt]),
    initial: { contentTxt: ownText(text, clientId) ?? inheritedText(text, clientId) },
    draftKey: `text-${clientId ?? 'all'}-${scope.language}-${textKey}`,
    loadedVersion: version ?? 0,
    labels: { contentTxt: t.texts_own },
    messages: t,
    invalidate: [listResourceTexts],
    save: ({ contentTxt }) => saveWording(uid, text, scope, contentTxt),
  })
}
