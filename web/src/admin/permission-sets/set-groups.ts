import type { Template } from '@portico/contract/texts/format-message.ts'
import { formatMessage } from '../../api/texts.ts'

/** Names in a text the groups that give a user a set; undefined where it was given by hand. */
export const byGroups = ({ groupNms }: { groupNms: readonly string[] }, text: Template<'group'>): string | undefined =>
  groupNms.length === 0 ? undefined : formatMessage(text, { group: groupNms.join(', ') })
