/** How a value must be written: the end of a sentence that begins with the name of its setting. It never repeats the value. */
export class InvalidValue extends Error {}

/**
 * @param {string} sentence such as "must be a port from 1 to 65535"
 * @returns {never}
 */
export function refuseValue(sentence) {
  throw new InvalidValue(sentence)
}

/**
 * @template {string} const Word
 * @param {readonly Word[]} words
 * @returns {(text: string) => Word}
 */
export function oneWord(words) {
  return (text) => words.find((word) => word === text) ?? refuseValue(`must be one of ${words.join(', ')}`)
}

export const onOff = oneWord(['on', 'off'])

/** @param {number} min @param {number} max @param {string} [sentence] */
export const wholeNumber =
  (min, max, sentence = `must be a whole number from ${min} to ${max}`) =>
  (/** @type {string} */ text) => {
    const value = Number(text)
    return Number.isInteger(value) && value >= min && value <= max ? value : refuseValue(sentence)
  }

/** @param {string} text */
export const anyText = (text) => text

/** @param {RegExp} pattern @param {string} sentence */
export const matching = (pattern, sentence) => (/** @type {string} */ text) =>
  pattern.test(text) ? text : refuseValue(sentence)

/** Returns null for what is no address. Node.js 20 lacks URL.parse. @param {string} text */
export const parseUrl = (text) => (URL.canParse(text) ? new URL(text) : null)
