import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResourceText } from '@portico/contract/texts/resource-texts.ts'
import { textAreaCodes } from '@portico/contract/texts/text-rules.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { languageTexts } from '@portico/contract/texts/language-texts.ts'
import { languageNames, languages } from '@portico/contract/texts/languages.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { currentLanguage, formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useCurrentRow } from '../../patterns/list-query.ts'
import { useScreenList } from '../../patterns/screen-list.ts'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatInstant } from '../../ui/format.ts'
import { ResetTextModal } from './ResetTextModal.tsx'
import { clientLookup, clientQuery, ownText, type TextScope, textPages, wordingId } from './resource-text-queries.ts'
import classes from './ResourceTexts.module.css'
import { TextDialog } from './TextDialog.tsx'

type DialogState = { what: 'edit' | 'reset'; text: ResourceText } | null

/** Every text of the portal, worded for everyone or for one client. */
export function ResourceTextsPage() {
  const t = useTexts(resourceTextTexts)
  const { admin_resource_texts: title } = useTexts(adminMenuTexts)
  const { language_label: languageLabel } = useTexts(languageTexts)
  const { uid } = useSignedIn()
  const { list, page } = useScreenList(textPages)
  const [dialog, setDialog] = useState<DialogState>(null)
  const text = useCurrentRow(dialog?.text ?? null, page.rows, ({ textKey }) => textKey)
  const clientId = list.filters.client
  const scope: TextScope = { client: useClient(uid, clientId), language: list.filters.language ?? currentLanguage() }
  const mark = useManagedMark('texts', page.rows, ({ textKey }) => wordingId(textKey, scope))
  return (
    <AdminPage title={title} subtitle={t.texts_subtitle}>
      <FilterBar
        list={list}
        fields={[
          { name: 'words', kind: 'search', label: t.texts_search },
          { name: 'client', kind: 'lookup', label: t.texts_client, lookup: clientLookup(uid) },
          {
            name: 'language',
            kind: 'choice',
            label: languageLabel,
            unsetLabel: languageNames[currentLanguage()],
            options: languages
              .filter((language) => language !== currentLanguage())
              .map((value) => ({ value, label: languageNames[value] })),
          },
          {
            name: 'area',
            kind: 'choice',
            label: t.texts_area,
            options: textAreaCodes.map((value) => ({ value, label: t[`text_area_${value}`] })),
          },
          {
            name: 'state',
            kind: 'choice',
            label: t.texts_state,
            options: [{ value: 'changed', label: t.texts_changed_only }],
          },
        ]}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.texts_none, hint: t.texts_none_hint }}
        caption={title}
        columns={columnsOf(t, clientId)}
        rowKey={({ textKey }) => textKey}
        rowMark={mark}
        rowName={({ textKey }) => textKey}
        rowTarget={(text) => () => setDialog({ what: 'edit', text })}
        rowActions={(text) => [
          {
            entries: [
              { label: t.texts_edit, icon: 'pencil', onSelect: () => setDialog({ what: 'edit', text }) },
              ...(text.version === null
                ? []
                : [
                    {
                      label: t.texts_reset,
                      icon: 'refresh' as const,
                      onSelect: () => setDialog({ what: 'reset', text }),
                    },
                  ]),
            ],
          },
        ]}
      />
      {text && dialog?.what === 'edit' && <TextDialog text={text} scope={scope} onClose={() => setDialog(null)} />}
      {text && dialog?.what === 'reset' && <ResetTextModal text={text} scope={scope} onClose={() => setDialog(null)} />}
    </AdminPage>
  )
}

function useClient(uid: number, clientId: number | undefined): TextScope['client'] {
  const { data } = useQuery({ ...clientQuery(uid, clientId ?? 1), enabled: clientId !== undefined })
  return clientId === undefined ? null : { clientId, clientNm: data?.[0]?.clientNm ?? '' }
}

const columnsOf = (t: Texts<typeof resourceTextTexts>, clientId: number | undefined): Column<ResourceText>[] => [
  {
    key: 'shippedTxt',
    title: t.texts_shipped,
    cell: ({ shippedTxt, areaCd }) => (
      <span className={classes['shipped']}>
        <span>{shippedTxt}</span>
        <span className={classes['quiet']}>{t[`text_area_${areaCd}`]}</span>
      </span>
    ),
  },
  {
    key: 'own',
    title: t.texts_own,
    cell: (text) => <span className={classes['text']}>{ownText(text, clientId) ?? inherited(t, text, clientId)}</span>,
  },
  {
    key: 'textKey',
    title: t.texts_key,
    sortable: true,
    isLink: true,
    cell: ({ textKey }) => (
      // Made of English words, whatever the language of the page.
      <span lang="en">
        <BreakableText>{textKey}</BreakableText>
      </span>
    ),
  },
  {
    key: 'changedDt',
    title: t.texts_changed,
    sortable: true,
    cell: ({ changedDt, changedByNm }) =>
      [changedDt && formatInstant(changedDt), changedByNm].filter(Boolean).join(', '),
  },
]

const inherited = (t: Texts<typeof resourceTextTexts>, { portalTxt }: ResourceText, clientId: number | undefined) => (
  <span className={classes['quiet']}>
    {clientId === undefined || portalTxt === null
      ? t.texts_as_shipped
      : formatMessage(t.texts_as_everyone, { text: portalTxt })}
  </span>
)
