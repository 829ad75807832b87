/**
 * The file name in a Content-Disposition header (RFC 6266), '' where it has none. Null unless the header is of type
 * attachment: the response is no file to save (RPTS-094, RPTS-095).
 */
export function attachmentName(header: string | null): string | null {
  if (!/^\s*attachment\s*(?:;|$)/i.test(header ?? '')) return null
  const encoded = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '')
  return decoded(encoded) ?? plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? ''
}

function decoded(name: string | undefined): string | undefined {
  try {
    return name && decodeURIComponent(name)
  } catch {
    return undefined
  }
}
