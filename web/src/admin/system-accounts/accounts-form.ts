import * as z from 'zod/mini'
import {
  ACCOUNT_NAME_MAX,
  type AccountType,
  type SystemAccount,
  type SystemAccountsChange,
  type UserSummary,
} from '@portico/contract/system-accounts/system-accounts.ts'
import { requiredText } from '../../patterns/field-schemas.ts'

const Account = z.object({
  /** Tells the rows apart; a new account keeps its key when it gets an id. */
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

/** Keys of the rows by the ids of their accounts. */
type RowKeys = ReadonlyMap<number, string>

export const accountFieldsOf = (accounts: readonly SystemAccount[], keys: RowKeys): { accounts: AccountFields[] } => ({
  accounts: accounts.map((one) => ({
    key: keys.get(one.systemAccountUserId) ?? String(one.systemAccountUserId),
    id: one.systemAccountUserId,
    typeId: String(one.accountTypeId),
    name: one.accountUserNm,
    clientIds: one.clientIds,
    isLocked: one.lockedFlg,
  })),
})

/** The keys with those of the accounts that a save has added: their rows stay, and so does what is typed in them. */
export const keysAfterSave = (
  keys: RowKeys,
  sent: readonly AccountFields[],
  saved: readonly SystemAccount[],
): RowKeys =>
  new Map([
    ...keys,
    ...saved.flatMap(({ systemAccountUserId: id, accountTypeId, accountUserNm }) =>
      sent
        .filter((one) => one.id === 0 && one.typeId === String(accountTypeId) && one.name === accountUserNm)
        .map(({ key }): [number, string] => [id, key]),
    ),
  ])

/** The accounts as they were loaded: the server refuses the save where they are others now. */
export const seenOf = (accounts: readonly SystemAccount[]): Map<number, number> =>
  new Map(accounts.map(({ systemAccountUserId, version }) => [systemAccountUserId, version]))

type Fields = { accounts: AccountFields[] }

/** An account that another administrator has removed meanwhile, as a new one. */
const asNew = (account: AccountFields): AccountFields => ({ ...account, id: 0, isLocked: false })

/** The rows with a changed one, which is a new account where the form has it no more. */
export const withAccount = (rows: readonly AccountFields[], row: AccountFields): AccountFields[] =>
  rows.some(({ key }) => key === row.key) ? rows.map((one) => (one.key === row.key ? row : one)) : [...rows, asNew(row)]

/**
 * The rows of the form with newly loaded accounts: what the user changed, added or removed since `before` stays, also
 * where that was an account added with the last save; such an account gets its id. One that the user changed and
 * another administrator removed is a new account.
 */
export function mergeAccounts(now: Fields, before: Fields, loaded: Fields): Fields {
  const rowOf = ({ accounts }: Fields, key: string) => accounts.find((one) => one.key === key)
  const kept = loaded.accounts.flatMap((account) => {
    const mine = rowOf(now, account.key)
    const base = rowOf(before, account.key)
    if (!mine) return base ? [] : [account]
    return JSON.stringify(base) === JSON.stringify(mine) ? [account] : [{ ...mine, id: account.id }]
  })
  const keys = kept.map(({ key }) => key)
  const others = now.accounts.filter(({ key }) => !keys.includes(key))
  const edited = others.filter((mine) => JSON.stringify(rowOf(before, mine.key)) !== JSON.stringify(mine))
  return { accounts: [...kept, ...others.filter((mine) => mine.id === 0 || edited.includes(mine)).map(asNew)] }
}

/** The accounts by name, with their type and clients. */
export const accountsInWords = (
  { accounts }: Fields,
  types: readonly AccountType[],
  clients: UserSummary['clients'],
): Record<string, string[]> =>
  Object.fromEntries(
    accounts.map(({ id, key, typeId, clientIds }) => [
      id > 0 ? String(id) : key,
      [
        types.find(({ accountTypeId }) => String(accountTypeId) === typeId)?.accountTypeDesc ?? typeId,
        ...clients.filter(({ clientId }) => clientIds.includes(clientId)).map(({ clientNm }) => clientNm),
      ],
    ]),
  )

/** The names of accounts, which two of different types may share. */
export const accountLabels = (states: readonly Fields[]): Record<string, string> =>
  Object.fromEntries(
    states.flatMap(({ accounts }) => accounts).map(({ id, key, name }) => [id > 0 ? String(id) : key, name]),
  )

/** A blank account of the first type. */
export const newAccount = (typeId: number): AccountFields => ({
  key: crypto.randomUUID(),
  id: 0,
  typeId: String(typeId),
  name: '',
  clientIds: [],
  isLocked: false,
})

export const accountChangeOf = (accounts: readonly AccountFields[]): SystemAccountsChange =>
  accounts.map(({ id, typeId, name, clientIds }) => ({
    ...(id > 0 ? { systemAccountUserId: id } : {}),
    accountTypeId: Number(typeId),
    accountUserNm: name,
    clientIds,
  }))
