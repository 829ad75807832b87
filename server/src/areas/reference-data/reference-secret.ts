import type { KeyRing } from '../../crypto/key-ring.ts'
import type { SealedRows } from '../../crypto/sealed-rows.ts'
import { sentences } from '../../http/sentences.ts'
import type { FieldIssue, ReferenceRows, Values } from './reference-rows.ts'

const PURPOSE = 'static setting'

/** Encrypts the field of an entry that is secret, before it is stored (decision I11). */
export function referenceSecret({ secret }: ReferenceRows, keys: Pick<KeyRing, 'encrypt'>) {
  const isSecret = (values: Values | null) => secret !== undefined && values?.[secret.when] === true
  /** The given values as they are stored. An absent or empty value keeps the secret that is there. */
  const seal = (before: Values | null, given: Values): Values => {
    if (!secret) return given
    const { [secret.field]: value, ...rest } = given
    // Readers get null for a secret, and may send it back.
    if (value === null) return seal(before, rest)
    const isNew = typeof value === 'string' && !(isSecret(before) && value === '')
    if (!isSecret({ ...before, ...given })) return isNew || before === null ? given : rest
    const plain = isNew ? value : isSecret(before) ? undefined : before?.[secret.field]
    return typeof plain === 'string' ? { ...rest, [secret.field]: keys.encrypt(PURPOSE, plain) } : rest
  }
  return {
    seal,
    /** Fields that the audit trail names without their values. */
    hidden: (before: Values | null, after: Values | null) =>
      secret && (isSecret(before) || isSecret(after)) ? [secret.field] : [],

    /** Why the given values would publish a secret: it becomes readable only with a new value. */
    issue: (before: Values, given: Values): FieldIssue | null =>
      secret && isSecret(before) && !isSecret({ ...before, ...given }) && !given[secret.field]
        ? { field: secret.field, message: sentences.reference_secret_value }
        : null,
  }
}

export const secretConfigurations: SealedRows = {
  name: ['secret configuration', 'secret configurations'],
  table: 'application_settings',
  id: 'id',
  sealed: 'value',
  where: 'is_secret',
  encryption: { purpose: PURPOSE, contextOf: () => '', assignment: 'value = changed.sealed' },
  whenLost: "update application_settings set value = '', is_secret = false",
}
