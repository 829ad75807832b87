/**
 * One plain address, as both JavaScript and PostgreSQL read the pattern: it cannot start a header or a second address.
 */
export const plainAddress = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*$"

const pattern = new RegExp(plainAddress)

export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && pattern.test(address)
}
