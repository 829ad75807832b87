import * as z from 'zod/mini'
import type { UserSummary } from '@portico/contract/system-accounts/system-accounts.ts'
import { systemAccountTexts } from '@portico/contract/system-accounts/system-account-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import type { AccountFields } from './accounts-form.ts'

interface ClientsDialogProps {
  clients: UserSummary['clients']
  account: AccountFields
  onApply: (clientIds: number[]) => void
  onClose: () => void
}

const schema = z.object({ clientIds: z.array(z.int()) })

/** Which clients of the user an account serves; saved with the account (SACC-004, decision E22). */
export function ClientsDialog({ clients, account, onApply, onClose }: ClientsDialogProps) {
  const t = useTexts(systemAccountTexts)
  const form = useForm({
    schema,
    initial: { clientIds: sorted(account.clientIds) },
    draftKey: `account-clients-${account.key}`,
    labels: { clientIds: t.accounts_assign_title },
    save: async ({ clientIds }) => {
      onApply(clientIds)
      return ''
    },
    afterSave: onClose,
  })
  const ids = form.values.clientIds
  return (
    <EditDialog form={form} title={t.accounts_assign_title} submitLabel={t.accounts_assign_done} onClose={onClose}>
      <p>{t.accounts_assign_help}</p>
      {clients.map(({ clientId, clientNm }) => (
        <CheckField
          key={clientId}
          label={clientNm}
          checked={ids.includes(clientId)}
          onChange={(isChosen) =>
            form.set('clientIds', isChosen ? sorted([...ids, clientId]) : ids.filter((id) => id !== clientId))
          }
        />
      ))}
    </EditDialog>
  )
}

const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)
