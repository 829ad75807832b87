/** Whom a user name is proposed for. */
interface NamedPerson {
  email: string
  firstName: string
  lastName: string
}

/** The longest user name. */
const LENGTH_MAX = 50

/** Returns the user name that is tried first: initial and last name (decision E18). */
export function userNameBase({ email, firstName, lastName }: NamedPerson): string {
  const letters = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
  const joined = letters(firstName).slice(0, 1) + letters(lastName)
  // Names without Latin letters leave nothing to join.
  return (joined.length >= 3 ? joined : letters(email.split('@', 1)[0] ?? '').padEnd(3, '0')).slice(0, 47)
}

/**
 * Returns so many user names for namesakes, in the order in which they are tried: the first one is the base alone, each
 * other one has its number.
 * @param from the number of the first one, from 1 on
 */
export const numberedNames = (base: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const digits = from + index === 1 ? '' : String(from + index)
    return base.slice(0, LENGTH_MAX - digits.length) + digits
  })
