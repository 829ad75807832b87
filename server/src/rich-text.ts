import {
  RICH_TEXT_DEPTH,
  RICH_TEXT_DROPPED,
  RICH_TEXT_ELEMENTS,
  RICH_TEXT_LINK_ATTRIBUTES,
  safeLink,
} from '@portico/contract/rich-text.ts'
import type { Attributes, Tag } from 'sanitize-html'

/** A link that leads nowhere good loses its address; the words stay. */
function cleanLink(_name: string, { href = '', title }: Attributes): Tag {
  const target = safeLink(href)
  const named = title === undefined ? {} : { title }
  return { tagName: 'a', attribs: target ? { href: target.href, ...named } : {} }
}

/**
 * Formatted text as it may be stored (contract/src/rich-text.ts says what it may hold). Whatever takes such
 * text from outside passes it through here; the browser cleans it again when it shows it.
 */
export async function cleanRichText(html: string): Promise<string> {
  // Loaded by the first who writes: most nodes never do.
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, {
    allowedTags: [...RICH_TEXT_ELEMENTS],
    allowedAttributes: { a: [...RICH_TEXT_LINK_ATTRIBUTES] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: [...RICH_TEXT_DROPPED],
    nestingLimit: RICH_TEXT_DEPTH,
    parseStyleAttributes: false,
    transformTags: { a: cleanLink },
  })
}
