import { isIP } from 'node:net'

/** An address, or a range such as 10.0.0.0/8. @param {string} entry */
export function isNetwork(entry) {
  const [address = '', bits, ...rest] = entry.split('/')
  const maxBits = { 4: 32, 6: 128 }[isIP(address)]
  if (maxBits === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits)
}
