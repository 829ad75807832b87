import type { YAMLError } from 'yaml'

const BRACKETS = 'Within brackets, lists are written as [a, b] and records as { name: a }.'
const NAME_AND_VALUE =
  'Each field is its name, a colon, a space and its value on one line. A text with a colon or over several lines is put in quotes.'
const REFERENCE = 'A value is marked with "&name" and used again with "*name", which stands alone.'

/** What is wrong with the YAML of a file, by the codes of the parser. */
const sentences: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  ALIAS_PROPS: REFERENCE,
  BAD_ALIAS: REFERENCE,
  MULTIPLE_ANCHORS: REFERENCE,
  BAD_DIRECTIVE: 'A line that begins with "%" is not understood. A text that begins so is put in quotes.',
  BAD_DQ_ESCAPE:
    'After a backslash in double quotes this character has no meaning. Use single quotes, or two backslashes.',
  BAD_INDENT:
    'The line is indented otherwise than those that belong with it, or a bracket is not closed. Indent with spaces, and close each [ and {.',
  BAD_SCALAR_START: 'A text that begins with this character is put in quotes.',
  BLOCK_AS_IMPLICIT_KEY: NAME_AND_VALUE,
  BLOCK_IN_FLOW: BRACKETS,
  DUPLICATE_KEY: 'This field or list stands twice here. Keep one of them.',
  KEY_OVER_1024_CHARS: NAME_AND_VALUE,
  MISSING_CHAR: 'A colon, a comma, a space, a quote or a bracket is missing here or on the line before.',
  MULTILINE_IMPLICIT_KEY: NAME_AND_VALUE,
  MULTIPLE_DOCS: 'A file is one document: what follows "---" goes into a file of its own.',
  TAB_AS_INDENT: 'Lines are indented with spaces, not with tabs.',
  MULTIPLE_TAGS: 'A value that begins with "!" is not understood. A text that begins so is put in quotes.',
  TAG_RESOLVE_FAILED: 'A value that begins with "!" is not understood. A text that begins so is put in quotes.',
  UNEXPECTED_TOKEN:
    'This does not belong here. A text with special characters is put in quotes, and a list has "-" before each entry.',
}

/** Returns what is wrong with the YAML of a file, in a sentence. */
export const sentenceOfYaml = (code: YAMLError['code']): string =>
  sentences[code] ?? 'This is not understood as YAML. A text with special characters is put in quotes.'
