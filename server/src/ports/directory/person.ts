import { accountLimits } from '@portico/contract/account/account-rules.ts'
import { withoutDirectionMarks } from '@portico/contract/plain-name.ts'
import { userFields } from '@portico/contract/users/user-fields.ts'
import { personFields } from '../../config/directory-setting-list.mjs'
import type { AttributeMap, PersonField } from '../../config/directory-settings.ts'
import type { DirectoryPerson } from './directory.ts'

/** Maximum length of a field; longer values are ignored. */
const longest: Readonly<Record<PersonField, number>> = {
  firstName: accountLimits.name,
  lastName: accountLimits.name,
  email: accountLimits.email,
  jobTitle: accountLimits.jobTitle,
  employeeId: userFields.employeeId.maximum,
}

const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/** Fields that identify a person: with marks of direction they are refused, never mended into those of another one. */
const identifying: ReadonlySet<PersonField> = new Set(['email', 'employeeId'])

/** Returns the mapped fields whose attributes are valid. */
export function personFrom(map: AttributeMap, read: (attribute: string) => unknown): DirectoryPerson {
  const pairs = personFields.flatMap((field): [PersonField, string][] => {
    const attribute = map[field]
    const value = attribute === undefined ? undefined : fit(field, read(attribute))
    return value === undefined ? [] : [[field, value]]
  })
  return Object.fromEntries(pairs)
}

function fit(field: PersonField, found: unknown): string | undefined {
  const [first]: unknown[] = Array.isArray(found) ? found : [found]
  if (typeof first !== 'string') return undefined
  const plain = withoutDirectionMarks(first)
  if (plain !== first && identifying.has(field)) return undefined
  const value = plain.trim().normalize('NFC')
  if (value === '' || value.length > longest[field] || /\p{Cc}/u.test(value)) return undefined
  return field === 'email' && !EMAIL.test(value) ? undefined : value
}
