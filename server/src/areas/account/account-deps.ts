import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { PersonField } from '../../config/directory-settings.ts'
import type { SmsGateway } from '../../ports/sms/sms-gateway.ts'
import type { Texts } from '../../http/sentences.ts'
import type { PasswordHashing } from '../password/public.ts'

export interface AccountDeps {
  db: Db
  hashing: PasswordHashing
  keys: KeyRing
  sms: SmsGateway
  wordings: Pick<Texts, 'of'>
  /** Fields that the company directory manages. */
  directoryFields: readonly PersonField[]
}
