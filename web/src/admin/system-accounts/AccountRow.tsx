import type { AccountType, UserSummary } from '@portico/contract/system-accounts/system-accounts.ts'
import { systemAccountTexts } from '@portico/contract/system-accounts/system-account-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AccountFields } from './accounts-form.ts'
import classes from './SystemAccounts.module.css'

interface AccountRowProps {
  row: AccountFields
  types: readonly AccountType[]
  clients: UserSummary['clients']
  isReadOnly: boolean
  /** Name of the field of the account name. */
  name: string
  error: string | undefined
  onChange: (row: AccountFields) => void
  onRemove: () => void
  onAssign: () => void
}

/** One account: a locked one only changes its clients. */
export function AccountRow(props: AccountRowProps) {
  const { row, types, clients, isReadOnly, name, error, onChange, onRemove, onAssign } = props
  const t = useTexts(systemAccountTexts)
  const chosen = clients.filter(({ clientId }) => row.clientIds.includes(clientId))
  const locked = row.isLocked ? t.accounts_locked_help : undefined
  return (
    <div className={classes['row']} data-row role="group" aria-label={row.name || t.accounts_new}>
      <SelectField
        label={t.accounts_type}
        name={`${name}.type`}
        value={row.typeId}
        disabled={isReadOnly}
        options={types.map(({ accountTypeId, accountTypeDesc }) => ({
          value: String(accountTypeId),
          label: accountTypeDesc,
        }))}
        onChange={({ currentTarget: { value: typeId } }) => row.isLocked || onChange({ ...row, typeId })}
      />
      <TextField
        label={t.accounts_name}
        name={name}
        value={row.name}
        error={error}
        help={locked}
        readOnly={row.isLocked}
        disabled={isReadOnly}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => onChange({ ...row, name: value })}
      />
      <div className={classes['tools']}>
        <span className={classes['clients']}>
          {chosen.length === 0 ? t.accounts_all_clients : chosen.map(({ clientNm }) => clientNm).join(', ')}
        </span>
        {!isReadOnly && (
          <Button
            onClick={onAssign}
            aria-label={formatMessage(t.accounts_assign, { name: row.name || t.accounts_new })}
          >
            {t.accounts_assign_clients}
          </Button>
        )}
        {!row.isLocked && !isReadOnly && (
          <IconButton
            icon="trash"
            label={formatMessage(t.accounts_remove, { name: row.name || t.accounts_new })}
            onClick={onRemove}
          />
        )}
      </div>
    </div>
  )
}
