import type { UserLink } from '@portico/contract/links/links.ts'
import { linkTexts } from '@portico/contract/links/link-texts.ts'
import { safeLink } from '@portico/contract/rich-text.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './LinksPage.module.css'

/** Opens a saved address in a new tab, without a referrer (S68). */
export function OutwardLink({ link: { linkNm: name, linkUrlTxt } }: { link: UserLink }) {
  const t = useTexts(linkTexts)
  const target = safeLink(linkUrlTxt)
  if (!target?.external) return <span>{name}</span>
  return (
    <a
      className={classes['link']}
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={formatMessage(t.links_open, { name })}
    >
      {name}
      <Icon name="external" size={16} />
    </a>
  )
}
