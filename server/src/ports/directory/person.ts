import { type AttributeMap, type PersonField, personFields } from '../../config/directory-settings.ts'
import type { DirectoryPerson } from './directory.ts'

/** How long a field may be; what is longer is not believed. */
const longest: Readonly<Record<PersonField, number>> = {
  firstName: 50,
  lastName: 50,
  email: 254,
  jobTitle: 100,
  employeeId: 50,
}

const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/** The fields that the map names, as far as what `read` finds there is fit for them. */
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
  const value = first.trim().normalize('NFC')
  if (value === '' || value.length > longest[field] || /\p{Cc}/u.test(value)) return undefined
  return field === 'email' && !EMAIL.test(value) ? undefined : value
}
