import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { PersonField } from '../../config/directory-settings.ts'
import type { TextMessages } from '../../ports/text-message/text-message.ts'
import type { Texts } from '../../http/sentences.ts'
import type { Transact } from '../../stores.ts'
import type { PasswordHashing } from '../password/public.ts'

/** Stores that the details of an account use, whether its owner or an administrator changes them. */
type AccountStore =
  | 'audit'
  | 'emailConfirmations'
  | 'grants'
  | 'optOuts'
  | 'outbox'
  | 'ownAccounts'
  | 'recoveryLinks'
  | 'tx'
  | 'users'

export interface AccountDeps {
  db: Db
  transact: Transact<AccountStore>
  hashing: PasswordHashing
  keys: KeyRing
  texts: TextMessages
  wordings: Pick<Texts, 'of'>
  /** Fields that the company directory manages. */
  directoryFields: readonly PersonField[]
}
