import { useState } from 'react'
import * as z from 'zod/mini'
import { directoryAttributeTexts } from '@portico/contract/scim/directory-attribute-texts.ts'
import {
  type AttributePaths,
  type TriedField,
  TRIED_BODY_MAX,
  tryDirectoryAttributes,
} from '@portico/contract/scim/directory-attributes.ts'
import { listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { call, callPage } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { DataTable } from '../../patterns/DataTable.tsx'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { loadFrom } from '../../patterns/local-options.ts'
import { useForm } from '../../patterns/use-form.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import type { FieldNames } from './attribute-fields.ts'

const schema = z.object({ bodyTxt: z.string(), requestId: z.custom<Option | null>(() => true) })

interface AttributeTrialProps {
  clientId: number
  paths: AttributePaths
  labels: FieldNames
}

/** What an account would get of a person with the attributes of the form. */
export function AttributeTrial({ clientId, paths, labels }: AttributeTrialProps) {
  const t = useTexts(directoryAttributeTexts)
  const { uid } = useSignedIn()
  const params = { uid, clientId }
  const [result, setResult] = useState<readonly TriedField[] | null>(null)
  const form = useForm({
    schema,
    initial: { bodyTxt: '', requestId: null },
    draftKey: `directory-trial-${clientId}`,
    labels: { bodyTxt: t.directory_attributes_try_body, requestId: t.directory_attributes_try_request },
    // What a directory states of a person is kept nowhere.
    secret: ['bodyTxt', 'requestId'],
    guardsLeaving: false,
    save: async ({ bodyTxt, requestId }) => {
      setResult(null)
      const body = { ...paths, bodyTxt, requestId: requestId === null ? null : Number(requestId.value) }
      setResult(await call(tryDirectoryAttributes, { params, body }))
      return ''
    },
  })
  const { requestId } = form.values
  return (
    <Panel title={t.directory_attributes_try} help={t.directory_attributes_try_lead}>
      <PanelBody>
        <FormPanel
          title={t.directory_attributes_try}
          form={form}
          submitLabel={t.directory_attributes_try_run}
          submitKind="secondary"
        >
          <TextAreaField
            {...form.field('bodyTxt')}
            help={t.directory_attributes_try_body_help}
            maxLength={TRIED_BODY_MAX}
            spellCheck={false}
          />
          <Combobox
            label={t.directory_attributes_try_request}
            error={form.errorOf('requestId')}
            name="requestId"
            queryName={`directory-requests-${clientId}`}
            load={loadFrom(() => lastRequests(params))}
            selected={requestId ? [requestId] : []}
            onChange={([next]) => form.set('requestId', next ?? null)}
          />
        </FormPanel>
      </PanelBody>
      <div role="status">
        {result && (
          <DataTable
            caption={t.directory_attributes_result}
            columns={columnsOf(t, labels)}
            rows={result}
            rowKey={({ fieldCd }) => fieldCd}
          />
        )}
      </div>
    </Panel>
  )
}

/** The last requests with a body, the newest first. */
async function lastRequests(params: { uid: number; clientId: number }): Promise<Option[]> {
  const { rows } = await callPage(listDirectoryRequests, { params, query: { pageSize: 60 } })
  return rows
    .filter(({ bodyTxt }) => bodyTxt !== null)
    .map(({ requestId, requestDt, methodCd, pathTxt, userNm }) => ({
      value: String(requestId),
      label: [formatInstant(requestDt), `${methodCd} ${pathTxt}`, userNm].filter((part) => part !== null).join(' · '),
    }))
}

const outcomes = {
  stored: { tone: 'success', text: 'directory_attributes_outcome_stored' },
  empty: { tone: 'neutral', text: 'directory_attributes_outcome_empty' },
  'left-out': { tone: 'warning', text: 'directory_attributes_outcome_left_out' },
  refused: { tone: 'error', text: 'directory_attributes_outcome_refused' },
} as const

const columnsOf = (t: Texts<typeof directoryAttributeTexts>, labels: FieldNames): Column<TriedField>[] => [
  { key: 'field', title: t.directory_attributes_field, cell: ({ fieldCd }) => labels[fieldCd] },
  {
    key: 'path',
    title: t.directory_attributes_path,
    cell: ({ pathTxt }) => <BreakableText>{pathTxt}</BreakableText>,
  },
  {
    key: 'sent',
    title: t.directory_attributes_sent,
    cell: ({ sentTxt }) => <BreakableText>{sentTxt || '–'}</BreakableText>,
  },
  {
    key: 'stored',
    title: t.directory_attributes_stored,
    cell: ({ storedTxt }) => <BreakableText>{storedTxt || '–'}</BreakableText>,
  },
  {
    key: 'outcome',
    title: t.directory_attributes_outcome,
    isWidest: true,
    cell: ({ outcomeCd, reasonTxt }) => {
      const { tone, text } = outcomes[outcomeCd]
      return (
        <StatusDot tone={tone} wraps>
          {reasonTxt === '' ? t[text] : `${t[text]}: ${reasonTxt}`}
        </StatusDot>
      )
    },
  },
]
