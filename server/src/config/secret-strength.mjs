/** Minimum entropy of a key in bits, by the frequencies of its characters: 32 random digits have about 102. */
const BITS_MIN = 90

/** Returns true for a text with few different characters, which is no random key. @param {string} key */
export function isGuessable(key) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const character of key) counts.set(character, (counts.get(character) ?? 0) + 1)
  const bits = [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / key.length), 0)
  return bits < BITS_MIN
}
