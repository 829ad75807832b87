import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  addAccountType,
  changeAccountType,
  listAccountTypes,
  type MaintainedType,
} from '@portico/contract/system-accounts.ts'
import { accountTypeTexts } from '@portico/contract/texts/account-type-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { systemAccountTexts } from '@portico/contract/texts/system-account-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredChoice, requiredText } from '../../patterns/field-schemas.ts'
import { unexpectedFailureAs } from '../../patterns/unexpected-failure.ts'
import { useForm } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { systemsQuery } from '../application-search/application-queries.ts'

/** Field names of the call, so that its errors find their fields. */
const schema = z.object({
  systemId: requiredChoice(),
  systemAccountTypeDescTxt: requiredText(100),
  systemAccountTypeCd: requiredText(20),
})

const newType: z.input<typeof schema> = { systemId: '', systemAccountTypeDescTxt: '', systemAccountTypeCd: '' }

const fieldsOf = (type: MaintainedType): z.input<typeof schema> => ({
  systemId: String(type.systemId),
  systemAccountTypeDescTxt: type.systemAccountTypeDescTxt,
  systemAccountTypeCd: type.systemAccountTypeCd,
})

interface AccountTypeDialogProps {
  /** Null: a new one. */
  type: MaintainedType | null
  /** The system of a new one; null: it is chosen. */
  systemId: number | null
  onClose: () => void
}

/** Adds an account type to a system or changes one (DBMT-028). */
export function AccountTypeDialog({ type, systemId, onClose }: AccountTypeDialogProps) {
  const t = useTexts(accountTypeTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const systems = useSuspenseQuery(systemsQuery(uid)).data
  const form = useTypeForm({ type, systemId })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={type ? t.account_type_edit_title : t.account_types_add}
      submitLabel={t.account_type_save}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      {type === null && systemId === null && (
        <SelectField
          {...form.field('systemId')}
          data-autofocus
          options={[
            { value: '', label: selectOne },
            ...systems.map((system) => ({ value: String(system.systemId), label: system.systemNm })),
          ]}
        />
      )}
      <TextField
        {...form.field('systemAccountTypeDescTxt')}
        {...((type !== null || systemId !== null) && { 'data-autofocus': true })}
      />
      <TextField {...form.field('systemAccountTypeCd')} spellCheck={false} />
    </EditDialog>
  )
}

function useTypeForm({ type, systemId }: Pick<AccountTypeDialogProps, 'type' | 'systemId'>) {
  const t = useTexts(accountTypeTexts)
  const { accounts_type_error: failed } = useTexts(systemAccountTexts)
  const { uid } = useSignedIn()
  return useForm({
    schema,
    initial: type === null ? { ...newType, systemId: String(systemId ?? '') } : fieldsOf(type),
    draftKey: `account-type-${type?.systemAccountTypeId ?? `new-${systemId ?? ''}`}`,
    loadedVersion: type?.version ?? 0,
    labels: {
      systemId: t.account_types_system,
      systemAccountTypeDescTxt: t.account_types_description,
      systemAccountTypeCd: t.account_types_code,
    },
    invalidate: [listAccountTypes],
    save: async ({ systemId: chosen, ...fields }) => {
      if (type === null) {
        const body = { ...fields, systemId: Number(chosen) }
        await call(addAccountType, { params: { uid }, body }).catch(unexpectedFailureAs(failed))
        return t.account_type_added
      }
      const { systemAccountTypeId, version } = type
      const changed = { params: { uid, systemAccountTypeId }, body: { ...fields, version } }
      await call(changeAccountType, changed).catch(unexpectedFailureAs(failed))
      return t.account_type_changed
    },
  })
}
