import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { SUGGESTION_PERCENT, SUGGESTION_USERS_MIN } from '@portico/contract/permission-sets/permission-set-limits.ts'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { SetSuggestion, SuggestedItem } from '@portico/contract/permission-sets/permission-sets.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { searchEmployers } from '@portico/contract/users/users.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { callLookup } from '../../patterns/call-lookup.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredChoice } from '../../patterns/field-schemas.ts'
import { LookupFilter } from '../../patterns/LookupFilter.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { keyOfItem, type SuggestedSet, withItem } from './permission-set-form.ts'
import { departmentsQuery, suggestionQuery } from './permission-set-queries.ts'

const schema = z.object({
  clientId: requiredChoice(),
  departmentId: requiredChoice(),
  /** Keys of items; null: those that are suggested. */
  checked: z.custom<readonly string[] | null>(() => true),
})

interface SuggestSetDialogProps {
  /** Typed before the dialog had loaded. */
  typed: string
  /** Goes on to the new set. */
  onTake: (suggested: SuggestedSet) => void
  onClose: () => void
}

/** What the users of a department have in common; what is checked of it becomes a new set. */
export function SuggestSetDialog({ typed, onTake, onClose }: SuggestSetDialogProps) {
  const t = useTexts(permissionSetPageTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const departments = useQuery(departmentsQuery(uid))
  const form = useForm({
    schema,
    initial: { clientId: '', departmentId: '', checked: null },
    draftKey: 'suggest-permission-set',
    labels: {
      clientId: t.set_suggest_client,
      departmentId: t.set_suggest_department,
      checked: t.set_suggest_items,
    },
    save: () => Promise.resolve(''),
    afterSave: () => onTake({ clientId, name: nameOf(departmentId), items: taken }),
  })
  const { clientId, departmentId } = form.values
  const isChosen = clientId !== '' && departmentId !== ''
  const suggestion = useQuery({
    ...suggestionQuery(uid, Number(clientId), Number(departmentId)),
    enabled: isChosen,
  })
  const items = suggestion.data?.items ?? []
  const checked = new Set(form.values.checked ?? items.filter((item) => item.suggestedFlg).map(keyOfItem))
  const taken = items.filter((item) => checked.has(keyOfItem(item)))
  const nameOf = (id: string) => departments.data?.find((one) => String(one.departmentId) === id)?.departmentNm ?? ''
  const choose = (name: 'clientId' | 'departmentId', value: string) => {
    form.set(name, value)
    form.set('checked', null)
  }
  return (
    <EditDialog
      form={form}
      size="m"
      title={t.set_suggest_title}
      submitLabel={t.set_suggest_submit}
      disabledReason={taken.length === 0 ? t.set_suggest_missing : undefined}
      onClose={onClose}
    >
      <p>{formatMessage(t.set_suggest_lead, { percent: SUGGESTION_PERCENT })}</p>
      <LookupFilter
        isFirst
        typed={typed}
        name="clientId"
        label={t.set_suggest_client}
        error={form.errorOf('clientId')}
        lookup={callLookup(uid, searchEmployers)}
        value={clientId}
        onChange={(value) => choose('clientId', value)}
      />
      <QueryContent query={departments} failed={failed}>
        {(all) => (
          <SelectField
            {...form.field('departmentId')}
            options={[
              { value: '', label: selectOne },
              ...all.map((one) => ({ value: String(one.departmentId), label: one.departmentNm })),
            ]}
            onChange={({ currentTarget: { value } }) => choose('departmentId', value)}
          />
        )}
      </QueryContent>
      {isChosen && (
        <QueryContent query={suggestion} failed={failed}>
          {(data) => (
            <SuggestedItems
              suggestion={data}
              checked={checked}
              onChange={(item, isOn) => form.set('checked', [...withItem(items, checked, item, isOn)])}
            />
          )}
        </QueryContent>
      )}
    </EditDialog>
  )
}

interface SuggestedItemsProps {
  suggestion: SetSuggestion
  checked: ReadonlySet<string>
  onChange: (item: SuggestedItem, isOn: boolean) => void
}

/** Each application and page with how many have it, or why there are none. */
function SuggestedItems({ suggestion: { userCnt: total, items }, checked, onChange }: SuggestedItemsProps) {
  const t = useTexts(permissionSetPageTexts)
  const pageName = usePortalPageName()
  if (total < SUGGESTION_USERS_MIN)
    return <p role="status">{formatMessage(t.set_suggest_few, { count: total, min: SUGGESTION_USERS_MIN })}</p>
  if (items.length === 0) return <p role="status">{formatMessage(t.set_suggest_nothing, { count: total })}</p>
  return (
    <fieldset>
      <legend>{t.set_suggest_items}</legend>
      {items.map((item) => (
        <CheckField
          key={keyOfItem(item)}
          label={item.pageNm === null ? item.systemNm : `${item.systemNm} / ${pageName(item.pageNm)}`}
          help={formatMessage(item.bySetCnt === 0 ? t.set_suggest_item : t.set_suggest_item_by_set, {
            count: item.holderCnt,
            total,
            sets: item.bySetCnt,
          })}
          checked={checked.has(keyOfItem(item))}
          onChange={(isOn) => onChange(item, isOn)}
        />
      ))}
    </fieldset>
  )
}
