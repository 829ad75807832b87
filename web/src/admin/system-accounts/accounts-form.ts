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

/** The accounts as they were loaded: the server refuses the save where they are others now. */
export const seenOf = (accounts: readonly SystemAccount[]): Map<number, number> =>
  new Map(accounts.map(({ systemAccountUserId, version }) => [systemAccountUserId, version]))

type Fields = { accounts: AccountFields[] }

const isSame = (one: AccountFields | undefined, other: AccountFields) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The rows of the form with newly loaded accounts: what the user changed, added or removed since `before` stays, also
 * where that was an account added with the last save; such an account gets its id.
 */
export function mergeAccounts(now: Fields, before: Fields, loaded: Fields): Fields {
  const withId = ({ accounts }: Fields, id: number) => accounts.find((one) => one.id === id)
  const sentAs = ({ typeId, name }: AccountFields) =>
    before.accounts.find((one) => one.id === 0 && one.typeId === typeId && one.name.trim() === name)
  const kept = loaded.accounts.flatMap((account) => {
    const sent = sentAs(account)
    const mine = sent ? now.accounts.find(({ key }) => key === sent.key) : withId(now, account.id)
    const base = sent ?? withId(before, account.id)
    if (!mine) return base ? [] : [account]
    return isSame(base, mine) && !sent ? [account] : [{ ...mine, id: account.id }]
  })
  const keys = kept.map(({ key }) => key)
  return { accounts: [...kept, ...now.accounts.filter(({ id, key }) => id === 0 && !keys.includes(key))] }
}

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
