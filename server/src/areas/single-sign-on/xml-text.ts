/**
 * Returns text for an element or attribute of ours. Parsers differ over rare line ends, which breaks signatures, so
 * that they all become a line feed; characters that XML cannot hold become U+FFFD.
 */
export function xmlText(text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?|[\u0085\u2028]/g, '\n')
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 forbids
  const possible = lines.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  return possible.replaceAll(/[<>&"'\t\n]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Removes the line breaks of a template; values have none of their own left, see xmlText. */
export const xmlInOneLine = (xml: string): string => xml.replaceAll(/\n\s*(?=<)/g, '').replaceAll(/\n\s*/g, ' ')
