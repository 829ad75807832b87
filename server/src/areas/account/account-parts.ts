import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { PersonField } from '../../config/directory-settings.ts'
import type { TextMessages } from '../../ports/text-message/text-message.ts'
import type { Transact } from '../../stores.ts'
import type { PasswordHashing } from '../password/public.ts'

export interface AccountParts {
  db: Db
  transact: Transact
  hashing: PasswordHashing
  keys: KeyRing
  texts: TextMessages
  /** What the company directory decides about its people. */
  directoryFields: readonly PersonField[]
}
