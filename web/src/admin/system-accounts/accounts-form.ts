import * as z from 'zod/mini'
import { ACCOUNT_NAME_MAX, type SystemAccount, type SystemAccountsChange } from '@portico/contract/system-accounts.ts'
import { requiredText } from '../../patterns/field-schemas.ts'

const Account = z.object({
  /** Distinguishes rows; a new account has none at the server. */
  key: z.string(),
  /** 0: a new account. */
  id: z.int(),
  typeId: z.string(),
  name: requiredText(ACCOUNT_NAME_MAX),
  clientIds: z.array(z.int()),
  isLocked: z.boolean(),
})
export type AccountFields = z.input<typeof Account>

export const accountsForm = z.object({ accounts: z.array(Account) })

export const fieldsOf = (accounts: readonly SystemAccount[]): { accounts: AccountFields[] } => ({
  accounts: accounts.map((one) => ({
    key: String(one.systemAccountUserId),
    id: one.systemAccountUserId,
    typeId: String(one.accountTypeId),
    name: one.accountUserNm,
    clientIds: one.clientIds,
    isLocked: one.lockedFlg,
  })),
})

/** A blank account of the first type. */
export const newAccount = (typeId: number): AccountFields => ({
  key: crypto.randomUUID(),
  id: 0,
  typeId: String(typeId),
  name: '',
  clientIds: [],
  isLocked: false,
})

export const changeOf = (accounts: readonly AccountFields[]): SystemAccountsChange =>
  accounts.map(({ id, typeId, name, clientIds }) => ({
    ...(id > 0 ? { systemAccountUserId: id } : {}),
    accountTypeId: Number(typeId),
    accountUserNm: name,
    clientIds,
  }))
