/** User names to try in order: initial and last name, then with a number (decision E18). */
export function userNamesFor({
  email,
  firstName,
  lastName,
}: {
  email: string
  firstName: string
  lastName: string
}): string[] {
  const letters = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
  const joined = letters(firstName).slice(0, 1) + letters(lastName)
  // Names without Latin letters leave nothing to join.
  const base = (joined.length >= 3 ? joined : letters(email.split('@', 1)[0] ?? '').padEnd(3, '0')).slice(0, 47)
  return [base, ...Array.from({ length: 98 }, (_, index) => `${base}${index + 2}`)]
}
