import type { AccountType as WireType, SystemAccount } from '@portico/contract/system-accounts/system-accounts.ts'
import type { HeldAccount } from './account-rules.ts'
import type { AccountType } from './account-type-store.ts'

export const accountView = ({ id, typeId, name, clientIds, isLocked, version }: HeldAccount): SystemAccount => ({
  systemAccountUserId: id,
  accountTypeId: typeId,
  accountUserNm: name,
  clientIds: [...clientIds],
  lockedFlg: isLocked,
  version,
})

export const typeView = ({ id, description, code }: AccountType): WireType => ({
  accountTypeId: id,
  accountTypeDesc: description,
  accountTypeCd: code,
})
