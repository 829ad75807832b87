import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { PersonField } from '../../config/directory-settings.ts'
import type { SmsGateway } from '../../ports/sms/sms-gateway.ts'
import type { StandardRefusal } from '../../http/answers.ts'
import type { Texts } from '../../http/sentences.ts'

export interface AccountDeps {
  db: Db
  /**
   * Verifies the password that a signed-in user has typed once more; why it is refused, or null. `field` names where
   * they typed it.
   */
  refuseWrongPassword: (userId: number, typed: { field: string; password: string }) => Promise<StandardRefusal | null>
  keys: KeyRing
  sms: SmsGateway
  phones: PhoneNumbers
  wordings: Pick<Texts, 'of'>
  /** Fields that the company directory manages. */
  directoryFields: readonly PersonField[]
}
